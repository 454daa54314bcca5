const mostShades = 5

/** The least units of each shade, lightest first: 1, then powers of ten up to `largest`. Empty without units. */
export function shadesOf(largest: number): number[] {
  if (largest < 1) return []
  const last = String(Math.floor(largest)).length - 1
  const first = Math.max(last - mostShades + 1, 0)
  return Array.from({ length: last - first + 1 }, (_, at) => (at === 0 ? 1 : 10 ** (first + at)))
}

/** The index of the shade; -1 without units. */
export function shadeOf(units: number, shades: readonly number[]): number {
  return shades.findLastIndex((least) => units >= least)
}
