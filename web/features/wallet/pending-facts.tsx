import type { PendingAct } from '#shared/contract/pending.ts'
import { paths, screen } from '#shared/rules/paths.ts'
import { SerialRanges } from '#web/domain/serials.tsx'
import { useFormat } from '#web/lib/format.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'

export function PendingFacts({ act }: { act: PendingAct }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { type, from, to, beneficiary, reason, quantity } = act
  return (
    <Facts>
      <Fact label={t('wallet.total')}>
        <span className="tabular text-figure font-semibold">{format.quantity(quantity)}</span>
      </Fact>
      <Fact label={t('records.operation')}>{t(`transactions.type.${type}`)}</Fact>
      <Fact label={t('records.from')}>{type !== 'mint' && from.name}</Fact>
      <Fact label={t('records.to')}>{type === 'mint' ? from.name : to?.name}</Fact>
      <Fact label={t('claims.column.beneficiary')}>{type === 'claim' && (beneficiary || t('claims.anonymous'))}</Fact>
      <Fact label={t('wallet.reason')} wide>
        {reason}
      </Fact>
    </Facts>
  )
}

/** The units of each asset; ranges while they are locked or after they moved, evidence of units to issue. */
export function PendingUnits({ act: { items } }: { act: PendingAct }) {
  const { t } = useTranslation()
  const format = useFormat()
  return items.map(({ assetId, verificationId, projectName, vintage, quantity, serials }) => {
    const listed = serials.reduce((sum, range) => sum + range.quantity, 0)
    return (
      <section key={assetId} aria-label={projectName} className="not-first:mt-6">
        <h3 className="font-medium">
          {projectName} · {vintage}
        </h3>
        <p className="tabular mt-1 mb-2 text-sm text-ink-soft">
          {t('pending.quantity', { quantity: format.quantity(quantity) })}
        </p>
        {verificationId && (
          <Link to={screen(paths.verifications, { id: verificationId })} className="link text-sm">
            {t('pending.evidence')}
          </Link>
        )}
        {serials.length > 0 && <SerialRanges ranges={serials} count={serials.length} />}
        {listed > 0 && listed < quantity && <p className="mt-2 text-sm text-ink-faint">{t('pending.firstRanges')}</p>}
      </section>
    )
  })
}
