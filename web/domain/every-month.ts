import type { Sums } from '#shared/contract/sums.ts'

/** Fills gaps with months without movements. */
export function everyMonth(months: readonly Sums[]): Sums[] {
  return months.flatMap((month, at) => {
    const next = months[at + 1]
    if (!next) return [month]
    const quiet = Array.from({ length: numberOf(next.key) - numberOf(month.key) - 1 }, (_, index) => ({
      key: keyOf(numberOf(month.key) + index + 1),
      issued: 0,
      retired: 0,
      cancelled: 0,
      held: month.held,
    }))
    return [month, ...quiet]
  })
}

/** The number of months from year 0 to a key like `2024-03`. */
function numberOf(key: string): number {
  const [year = 0, month = 0] = key.split('-').map(Number)
  return year * 12 + month - 1
}

function keyOf(number: number): string {
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
}
