import { netOf, type OutcomeParts } from '#shared/rules/outcome.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that writes how parts result in the net quantity. */
export function useArithmetic(): (parts: OutcomeParts) => string {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  return ({ gross, baseline, leakage, uncertainty }) =>
    t('measurements.arithmetic', {
      gross: quantity(gross),
      baseline: quantity(baseline),
      leakage: quantity(leakage),
      kept: quantity(1_000 - uncertainty),
      whole: quantity(1_000),
      net: quantity(netOf({ gross, baseline, leakage, uncertainty })),
    })
}
