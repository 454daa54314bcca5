import type { UnitsFound } from '#shared/contract/units.ts'
import { claimPath, paths, projectPath, recordPath } from '#shared/rules/paths.ts'
import { EvidenceTree } from '#web/domain/evidence-section.tsx'
import { MovementMark } from '#web/domain/movement-mark.tsx'
import { SerialNumber } from '#web/domain/serials.tsx'
import { PartsFound } from '#web/domain/verify-result.tsx'
import { isMissing } from '#web/lib/call.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Lines } from '#web/ui/lines.tsx'
import { Link } from '#web/ui/link.tsx'
import { Card, Page, Section } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'

/** What units are now, what they rest on, and each movement since their issue. */
export function UnitView({ serial }: { serial: string }) {
  const { t } = useTranslation()
  const session = useSession()
  const { tenantId } = site()
  const read = useRead(reading.readUnits, { params: { serial }, query: { tenantId }, asUser: session !== null })
  if (isMissing(read.error)) {
    return (
      <Page title={t('units.unknownTitle')} narrow>
        <Empty text={t('units.unknown')} action={<ButtonLink to={paths.claims}>{t('claims.toList')}</ButtonLink>} />
      </Page>
    )
  }
  return (
    <Page title={t('units.title')} lead={t('units.lead')} narrow>
      <Loaded from={read} rows={6}>
        {(found) => (
          <>
            <Now found={found} />
            <Movements found={found} />
            {found.evidence && (
              <Section title={t('evidence.title')}>
                <Card>
                  <EvidenceTree of={found.evidence} />
                </Card>
              </Section>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Now({ found: { serial, origin, quantity, parts, asset } }: { found: UnitsFound }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Card>
      {parts.length > 1 && (
        <p className="text-lg">{t('claims.verify.units', { count: quantity, quantity: format.quantity(quantity) })}</p>
      )}
      <CopyText text={serial} shown={<SerialNumber serial={serial} />} />
      <div className="my-4">
        <PartsFound parts={parts} />
      </div>
      <Facts>
        <Fact label={t('records.project')}>
          <Link to={projectPath(asset.projectKey)} className="link">
            {asset.project}
          </Link>
        </Fact>
        <Fact label={t('units.country')}>{format.country(asset.country)}</Fact>
        <Fact label={t('units.vintage')}>{asset.vintage}</Fact>
        <Fact label={t('units.batch')}>
          {t('units.ofBatch', { batch: asset.batch, count: asset.issued, quantity: format.quantity(asset.issued) })}
        </Fact>
        {origin && (
          <Fact label={t('units.origin')} wide>
            <CopyText text={origin} />
          </Fact>
        )}
      </Facts>
    </Card>
  )
}

function Movements({ found: { movements, movementCount } }: { found: UnitsFound }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Section title={t('units.movements')}>
      <Lines>
        {movements.map(({ transactionId, type, first, last, quantity, at, from, to, claimId, settlement }) => (
          <li key={`${transactionId} ${first}`} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-64">
              <MovementMark type={type} />
              {t(`records.words.${type}`, {
                count: quantity,
                quantity: format.quantity(quantity),
                from: from?.name ?? '',
                to: to?.name ?? '',
              })}
              <span className="tabular block text-sm text-ink-soft">
                {first === last ? first : `${first}–${last}`} · {t(`transactions.settlement.${settlement.state}`)}
              </span>
            </div>
            <div className="flex shrink-0 flex-col text-sm sm:items-end">
              <span>{format.time(at)}</span>
              <span className="flex gap-3">
                {claimId && (
                  <Link to={claimPath(claimId)} className="link">
                    {t('claims.view')}
                  </Link>
                )}
                <Link to={recordPath(transactionId)} className="link">
                  {t('units.record')}
                </Link>
              </span>
            </div>
          </li>
        ))}
      </Lines>
      {movementCount > movements.length && (
        <p className="mt-2 text-sm text-ink-faint">{t('units.more', { count: movementCount - movements.length })}</p>
      )}
    </Section>
  )
}
