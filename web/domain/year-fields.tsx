import { quantity, units } from '#shared/contract/fields.ts'
import { type QuantityOfYear, sumOf } from '#shared/rules/calendar-years.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { useQuantityOfYear } from './quantity-of-year.ts'

type YearField = `year${number}`
export const yearField = (year: number): YearField => `year${year}`

/** The schema of required year fields. */
export function yearShape(years: readonly number[]): Record<YearField, typeof units> {
  return shapeOf(years, units)
}

/** Like `yearShape`, but optional. */
export function optionalYearShape(years: readonly number[]) {
  return shapeOf(years, units.optional())
}

function shapeOf<Of>(years: readonly number[], of: Of): Record<YearField, Of> {
  const shape: Record<YearField, Of> = {}
  for (const year of years) shape[yearField(year)] = of
  return shape
}

/** Initial form values; a single year has no field. */
export function yearValues(byYear: readonly QuantityOfYear[] | null): Record<YearField, number> {
  const years = byYear && byYear.length > 1 ? byYear : []
  return Object.fromEntries(years.map((of) => [yearField(of.year), of.quantity]))
}

/** Reads the year fields; an invalid quantity counts as 0. */
export function statedIn(values: Readonly<Record<string, unknown>>, years: readonly number[]): QuantityOfYear[] {
  return years.map((year) => ({ year, quantity: units.safeParse(values[yearField(year)]).data ?? 0 }))
}

/** The sum of the years, compared with `whole` if known. */
export function YearsTotal({ of, whole }: { of: readonly QuantityOfYear[]; whole?: number | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const sum = sumOf(of)
  return (
    <p aria-live="polite" className="tabular rounded-md bg-raised p-3">
      {!quantity.safeParse(sum).success
        ? t('years.later')
        : whole === undefined
          ? t('years.total', { quantity: format.quantity(sum) })
          : t('years.totalOf', { quantity: format.quantity(sum), whole: format.quantity(whole) })}
    </p>
  )
}

/** Returns a function that lists quantities by year, a line each; null for fewer than two years. */
export function useYearLines(): (byYear: readonly QuantityOfYear[] | null) => string | null {
  const textOfYear = useQuantityOfYear()
  return (byYear) => (byYear && byYear.length > 1 ? byYear.map(textOfYear).join('\n') : null)
}
