import { areOfYears, crossesYears, inOrderOfYears, type QuantityOfYear, yearsOf } from '#shared/rules/calendar-years.ts'
import { because, invalidAt } from '#shared/rules/failure.ts'

/**
 * Quantities in calendar order, or null for a period within one year. Fails with `invalid` if the years are missing or
 * not the period's.
 */
export function requireYears(
  period: { periodStart: string; periodEnd: string },
  byYear: readonly QuantityOfYear[] | undefined,
): number[] | null {
  if (byYear === undefined && !crossesYears(period)) return null
  if (byYear !== undefined && areOfYears(byYear, period)) return inOrderOfYears(byYear, period)
  const years = yearsOf(period).map(String)
  const [first = ''] = years
  const last = years.at(-1) ?? first
  throw byYear === undefined
    ? invalidAt(
        'byYear',
        `Required: a quantity for each of ${years.join(', ')}`,
        because('years.missing', { first, last }),
      )
    : invalidAt('byYear', `must name each of ${years.join(', ')} once`, because('years.others', { first, last }))
}
