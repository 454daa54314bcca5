import type { Sums } from '#shared/contract/sums.ts'

const fewest = 12

/**
 * All months from the first to `until` (a key like `2024-03`) or the last one, at least twelve. Those without movements
 * hold what the month before held.
 */
export function everyMonth(months: readonly Sums[], until = ''): Sums[] {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return []
  const end = numberOf(last.key > until ? last.key : until)
  const start = Math.min(numberOf(first.key), end - fewest + 1)
  const known = new Map(months.map((month) => [month.key, month]))
  let held = 0
  return Array.from({ length: end - start + 1 }, (_, at) => {
    const key = keyOf(start + at)
    const month = known.get(key) ?? { key, issued: 0, retired: 0, cancelled: 0, held }
    held = month.held
    return month
  })
}

/** The number of months from year 0 to a key. */
function numberOf(key: string): number {
  const [year = 0, month = 0] = key.split('-').map(Number)
  return year * 12 + month - 1
}

function keyOf(number: number): string {
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
}
