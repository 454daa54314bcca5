import type { Verification } from '#shared/contract/verifications.ts'
import type { QuantityOfYear } from '#shared/rules/calendar-years.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'

/** Returns the measured quantity of a year, or of the period if its years are not stated. */
export function measuredOf({ measured, measuredByYear }: Verification, year: number): number {
  return measuredByYear?.find((of) => of.year === year)?.quantity ?? measured
}

/** Measured less verified, in units and per cent, as somebody types. A quantity above the measured one is capped. */
export function Arithmetic({
  verification,
  quantity,
  byYear,
}: {
  verification: Verification
  /** Undefined until typed. */
  quantity: number | undefined
  byYear: readonly QuantityOfYear[]
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const differenceOf = useDifference()
  const { measured, measuredByYear } = verification
  const above = [
    ...byYear
      .filter((of) => measuredByYear !== null && of.quantity > measuredOf(verification, of.year))
      .map((of) => t('ui.named', { name: String(of.year), said: format.quantity(measuredOf(verification, of.year)) })),
    ...(quantity !== undefined && quantity > measured ? [format.quantity(measured)] : []),
  ]
  const rows = byYear.map((of) => ({
    label: String(of.year),
    measured: measuredByYear === null ? null : measuredOf(verification, of.year),
    verified: of.quantity,
  }))
  return (
    <section aria-label={t('opinion.arithmetic')} className="rounded-md border border-line bg-surface p-4">
      <h3 className="mb-2 font-semibold">{t('opinion.arithmetic')}</h3>
      <table className="tabular w-full text-sm">
        <thead>
          <tr className="border-b border-line text-ink-soft">
            <th scope="col" className="py-1 text-left font-normal">
              <span className="sr-only">{t('opinion.part')}</span>
            </th>
            {(['verifications.measured', 'opinion.verified', 'opinion.difference'] as const).map((label) => (
              <th key={label} scope="col" className="py-1 pl-3 text-right font-normal">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows, { label: t('opinion.whole'), measured, verified: quantity }].map((row) => (
            <tr key={row.label} className="border-b border-line align-top last:border-0 last:font-medium">
              <th scope="row" className="py-1.5 text-left font-normal">
                {row.label}
              </th>
              <td className="py-1.5 pl-3 text-right">{row.measured === null ? '–' : format.quantity(row.measured)}</td>
              <td className="py-1.5 pl-3 text-right">
                {row.verified === undefined ? '–' : format.quantity(row.verified)}
              </td>
              <td className="py-1.5 pl-3 text-right">
                {row.verified === undefined || row.measured === null ? '–' : differenceOf(row.measured, row.verified)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {quantity !== undefined &&
          t('ui.named', { name: t('opinion.difference'), said: differenceOf(measured, quantity) })}
      </p>
      {above.length > 0 && (
        <div className="mt-3">
          <Notice tone="bad">{t('opinion.capped', { most: above.join(' · ') })}</Notice>
        </div>
      )}
    </section>
  )
}

/** Returns a function that words a difference: `−200 (−1.7 %)`. */
export function useDifference(): (measured: number, verified: number) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (measured, verified) => {
    const difference = verified - measured
    const units = `${difference > 0 ? '+' : difference < 0 ? '−' : ''}${format.quantity(Math.abs(difference))}`
    if (measured === 0) return units
    const share = format.figure(Math.abs((difference / measured) * 100))
    return t('opinion.differenceOf', { units, share: difference < 0 ? `−${share}` : share })
  }
}
