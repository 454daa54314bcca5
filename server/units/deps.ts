import type { Changes } from '#server/infra/db/changes.ts'
import type { PeopleDeps } from '#server/people/users/deps.ts'
import type { Bell } from '#server/units/ledger/bell.ts'
import type { Settlement } from '#server/units/settlement/settlement.ts'

/** What the features about units, and those above them, are given. */
export type UnitsDeps = PeopleDeps & {
  settlement: Settlement
  /** Notifies whenever the settlement of some movement changed. */
  settlementChanges: Changes
  /** Notifies with the id of a registry whenever something begins or ends to wait there. */
  waitingChanges: Changes
  /** Notifies whose standing has changed: the id of a registry, or that and the username of one of its people (`tell_of_standing.sql`). */
  standingChanges: Changes
  /** Notifies which session at the embedded provider has ended. */
  sessionEnds: Changes
  /** Rung after each movement. */
  movementBell: Bell
}
