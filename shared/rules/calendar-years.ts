/** A quantity of one calendar year, in whole units. */
export type QuantityOfYear = { readonly year: number; readonly quantity: number }

/** A period of whole days in UTC, YYYY-MM-DD, both included. */
type Period = Readonly<{ periodStart: string; periodEnd: string }>

/** The calendar years that a period touches, in order. Each of them is a vintage of its own (docs/adr/0084-vintages-of-a-period.md). */
export function yearsOf({ periodStart, periodEnd }: Period): number[] {
  const [first, last] = [yearOf(periodStart), yearOf(periodEnd)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

/** Whether the quantity of a period has to be stated by calendar year. */
export function crossesYears(period: Period): boolean {
  return yearOf(period.periodStart) !== yearOf(period.periodEnd)
}

/** Whether quantities are of the calendar years of a period, of each once, in any order. */
export function areOfYears(byYear: readonly QuantityOfYear[], period: Period): boolean {
  const stated = byYear.map(({ year }) => year).sort((one, other) => one - other)
  return stated.join() === yearsOf(period).join()
}

/** What quantities by year add up to; whole units. */
export function sumOf(byYear: readonly QuantityOfYear[]): number {
  return byYear.reduce((sum, { quantity }) => sum + quantity, 0)
}

/**
 * The total of a period by calendar year: as it was stated, in the order of the years, or all of it where the period is within one
 * year. Null where there is no total, or nobody has stated its years.
 */
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

/** The quantities in the order of their years, as the database keeps them; null where the period is within one year. */
export function inOrderOfYears(byYear: readonly QuantityOfYear[], period: Period): number[] | null {
  if (!crossesYears(period)) return null
  return byYear.toSorted((one, other) => one.year - other.year).map(({ quantity }) => quantity)
}

/**
 * The last day of a period that begins on a day and lasts so many months: the day before that day of the month, or the last one of the
 * month where it has no such day. Twelve months from 29 February on end on 28 February.
 */
export function lastDayOf(periodStart: string, months: number): string {
  const [year = 0, month = 1, day = 1] = periodStart.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0))
  const before = new Date(Date.UTC(year, month - 1 + months, day - 1))
  return (before < lastOfMonth ? before : lastOfMonth).toISOString().slice(0, 10)
}
