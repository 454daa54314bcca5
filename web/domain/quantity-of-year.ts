import type { QuantityOfYear } from '#shared/rules/calendar-years.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that formats `2016: 1,200`. */
export function useQuantityOfYear(): (of: QuantityOfYear) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ year, quantity }) => t('years.ofYear', { year, quantity: format.quantity(quantity) })
}
