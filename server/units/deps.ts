import type { Changes } from '#server/db/changes.ts'
import type { Settlement } from '#server/settlement/settlement.ts'
import type { PeopleDeps } from '#server/users/deps.ts'

/** What the features about units, and those above them, are given. */
export type UnitsDeps = PeopleDeps & {
  settlement: Settlement
  /** Notifies whenever the settlement of some movement changed. */
  settlementChanges: Changes
}
