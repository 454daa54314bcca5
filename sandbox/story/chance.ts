/** Numbers from 0 to below 1 that depend on `seed` alone (mulberry32 over an FNV-1a hash). */
export type Chance = () => number

export function chanceOf(seed: string): Chance {
  let state = 0x811c9dc5
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function between(chance: Chance, least: number, most: number): number {
  return least + Math.floor(chance() * (most - least + 1))
}

export function oneOf<Value>(chance: Chance, values: readonly Value[]): Value {
  const value = values[Math.floor(chance() * values.length)]
  if (value === undefined) throw new Error('There is nothing to choose from.')
  return value
}
