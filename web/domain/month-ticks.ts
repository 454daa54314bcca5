const tickPx = 60
const mostNamedMonths = 18

/** With many months the years are named, at their Januaries. */
export function isNamedByYear(keys: readonly string[]): boolean {
  return keys.length > mostNamedMonths
}

/** The months with a name below a chart `widthPx` wide: as many as have room, counted from the latest. */
export function ticksOf(keys: readonly string[], widthPx: number): number[] {
  const byYear = isNamedByYear(keys)
  const named = keys.flatMap((key, at) => (!byYear || key.endsWith('-01') ? [at] : []))
  const every = Math.max(1, Math.ceil((named.length * tickPx) / widthPx))
  return named.filter((_, at) => (named.length - 1 - at) % every === 0)
}
