/** In whole units. */
export type QuantityOfYear = { readonly year: number; readonly quantity: number }

/** Whole UTC days, YYYY-MM-DD, both inclusive. */
type Period = Readonly<{ periodStart: string; periodEnd: string }>

/** The calendar years of a period, in order; each is a vintage (docs/adr/0084-vintages-of-a-period.md). */
export function yearsOf({ periodStart, periodEnd }: Period): number[] {
  const [first, last] = [yearOf(periodStart), yearOf(periodEnd)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

/** Whether quantities must be stated by calendar year. */
export function crossesYears(period: Period): boolean {
  return yearOf(period.periodStart) !== yearOf(period.periodEnd)
}

/** Whether the quantities cover each year of the period exactly once, in any order. */
export function areOfYears(byYear: readonly QuantityOfYear[], period: Period): boolean {
  const stated = byYear.map(({ year }) => year).sort((one, other) => one - other)
  return stated.join() === yearsOf(period).join()
}

export function sumOf(byYear: readonly QuantityOfYear[]): number {
  return byYear.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Splits a total by year. Null without a total, or if the period spans years and `stated` is null. */
export function byYearOf(
  period: Period,
  total: number | null,
  stated: readonly number[] | null,
): QuantityOfYear[] | null {
  if (total === null) return null
  const years = yearsOf(period)
  const quantities = stated ?? (years.length === 1 ? [total] : null)
  return quantities && years.map((year, index) => ({ year, quantity: quantities[index] ?? 0 }))
}

/** Returns the quantities in year order, as stored; null if the period is within one year. */
export function inOrderOfYears(byYear: readonly QuantityOfYear[], period: Period): number[] | null {
  if (!crossesYears(period)) return null
  return byYear.toSorted((one, other) => one.year - other.year).map(({ quantity }) => quantity)
}

/**
 * Returns a period's last day: the day before the same day `months` later, or the last of that month if it is shorter.
 * Twelve months from 29 February end on 28 February.
 */
export function lastDayOf(periodStart: string, months: number): string {
  const [year = 0, month = 1, day = 1] = periodStart.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0))
  const before = new Date(Date.UTC(year, month - 1 + months, day - 1))
  return (before < lastOfMonth ? before : lastOfMonth).toISOString().slice(0, 10)
}
