const durations = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Uses the largest unit that gives at least two, else minutes. */
export function durationIn(locale: string, ms: number): string {
  const [unit, length] = durations.find(([, length]) => ms >= 2 * length) ?? durations[2]
  const value = Math.round(ms / length)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
