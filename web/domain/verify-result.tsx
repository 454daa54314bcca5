import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { FoundSerial, lookUp } from '#shared/contract/registry.ts'
import { claimPath, unitPath } from '#shared/rules/paths.ts'
import { unitsIn, type Verdict, verdictOf } from '#shared/rules/verdict.ts'
import { useBeneficiary } from '#web/domain/beneficiary.ts'
import { SerialNumber } from '#web/domain/serials.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge, Notice, type Tone } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'

type LookedUp = ReplyOf<typeof lookUp>
type Part = FoundSerial['parts'][number]

/** Green: only fully retired units, a claim, or a statement. */
const toneOf: Readonly<Record<Verdict, Tone>> = {
  retired: 'good',
  claim: 'good',
  statement: 'good',
  partly: 'warn',
  none: 'warn',
  unsure: 'warn',
  neverIssued: 'warn',
  superseded: 'warn',
  nothing: 'warn',
  known: 'neutral',
}

export function VerifyResult({ found }: { found: LookedUp }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { items, serials } = found
  const verdict = verdictOf(found)
  const quantity = serials.reduce((sum, each) => sum + each.quantity, 0)
  return (
    <Notice
      tone={toneOf[verdict]}
      title={t(`claims.verify.verdict.${verdict}`, {
        count: serials.length > 0 ? quantity : items.length,
        quantity: format.quantity(quantity),
        retired: format.quantity(unitsIn(serials, 'retired')),
      })}
    >
      {serials.length > 0 ? (
        serials.map((each) => <UnitsFound key={each.serial} of={each} />)
      ) : items.length > 0 ? (
        <ul className="flex flex-col gap-1">
          {items.map((item) => (
            <li key={`${item.kind} ${item.id}`}>
              <ItemFound item={item} />
            </li>
          ))}
        </ul>
      ) : null}
    </Notice>
  )
}

/** A statement is private and has no page: the result only confirms that the registry issued it. */
function ItemFound({ item: { kind, title, path, at } }: { item: LookedUp['items'][number] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (kind === 'statement') return <>{t('claims.verify.statement', { account: title, time: format.time(at) })}</>
  return (
    <Link to={path} className="link">
      {kind === 'claim'
        ? t('claims.number', { number: title })
        : kind === 'transaction'
          ? t('claims.verify.movement')
          : kind === 'document'
            ? t('claims.verify.document', { title })
            : title}
    </Link>
  )
}

function UnitsFound({ of: { serial, parts } }: { of: FoundSerial }) {
  const { t } = useTranslation()
  return (
    <div className="not-first:mt-3">
      <p className="font-medium">
        <Link to={unitPath(serial)} className="link">
          <SerialNumber serial={serial} />
        </Link>
      </p>
      {parts.length === 0 && <p>{t('claims.verify.verdict.nothing')}</p>}
      <PartsFound parts={parts} />
    </div>
  )
}

/** What each part of a range is now. */
export function PartsFound({ parts }: { parts: readonly Part[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {parts.map((part) => (
        <li key={part.first} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PartFound part={part} isAll={parts.length === 1} />
        </li>
      ))}
    </ul>
  )
}

const tones: Readonly<Record<Part['state'], Tone>> = {
  retired: 'good',
  held: 'neutral',
  locked: 'waiting',
  cancelled: 'bad',
  'never issued': 'bad',
  'not looked at': 'neutral',
}

/** A part that is all of its range goes without the numbers, which the serial number above ends in. */
function PartFound({ part: { state, first, last, quantity, claim }, isAll }: { part: Part; isAll: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const beneficiaryOf = useBeneficiary()
  return (
    <>
      {!isAll && <span className="tabular">{first === last ? first : `${first}–${last}`}</span>}
      <span>{t('claims.verify.units', { count: quantity, quantity: format.quantity(quantity) })}</span>
      <Badge tone={tones[state]}>{t(`claims.verify.state.${state}`)}</Badge>
      {claim && (
        <span className="min-w-0">
          <Link to={claimPath(claim.claimId)} className="link">
            {t('claims.number', { number: claim.claimNumber })}
          </Link>
          {' · '}
          {beneficiaryOf(claim)}
        </span>
      )}
    </>
  )
}
