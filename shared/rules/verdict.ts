/** `not looked at`: the range has too many parts to report. */
export const unitsStates = ['retired', 'held', 'locked', 'cancelled', 'never issued', 'not looked at'] as const
export type UnitsState = (typeof unitsStates)[number]

/** A range without parts is unknown to the registry. */
type Ranges = readonly { parts: readonly { state: UnitsState; quantity: number }[] }[]

/**
 * `retired`, `partly`, `none`: all, some or no units; `unsure`: some units were not checked; `superseded`: a
 * certificate with a later version; `known`: neither claim nor statement.
 */
export type Verdict =
  | 'retired'
  | 'partly'
  | 'none'
  | 'unsure'
  | 'neverIssued'
  | 'superseded'
  | 'claim'
  | 'statement'
  | 'known'
  | 'nothing'

export function unitsIn(ranges: Ranges, ...states: readonly UnitsState[]): number {
  return ranges
    .flatMap(({ parts }) => parts)
    .filter(({ state }) => states.includes(state))
    .reduce((sum, { quantity }) => sum + quantity, 0)
}

export function verdictOf({
  items,
  serials,
}: {
  items: readonly { kind: string; isSuperseded: boolean }[]
  serials: Ranges
}): Verdict {
  if (serials.length > 0) return verdictOfUnits(serials)
  const claims = items.filter(({ kind }) => kind === 'claim')
  if (claims.some(({ isSuperseded }) => isSuperseded)) return 'superseded'
  if (claims.length > 0) return 'claim'
  if (items.some(({ kind }) => kind === 'statement')) return 'statement'
  return items.length > 0 ? 'known' : 'nothing'
}

function verdictOfUnits(ranges: Ranges): Verdict {
  const total = unitsIn(ranges, ...unitsStates)
  const retired = unitsIn(ranges, 'retired')
  if (total === 0) return 'nothing'
  if (retired === total && ranges.every(({ parts }) => parts.length > 0)) return 'retired'
  if (unitsIn(ranges, 'not looked at') > 0) return 'unsure'
  if (retired > 0) return 'partly'
  return unitsIn(ranges, 'never issued') === total ? 'neverIssued' : 'none'
}
