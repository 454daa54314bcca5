import type { EndedSessions } from '#server/infra/auth/ended-sessions.ts'
import type { Bell } from '#server/infra/bell.ts'
import type { Changes } from '#server/infra/db/changes.ts'
import type { PeopleDeps } from '#server/people/users/deps.ts'
import type { IssuerOf } from '#server/units/ledger/log-growth.ts'
import type { Settlement } from '#server/units/settlement/settlement.ts'

export type UnitsDeps = PeopleDeps & {
  settlement: Settlement
  /** A movement's settlement changed. */
  settlementChanges: Changes
  /** A tenant's id, when something begins or ends to wait there. */
  waitingChanges: Changes
  /** A tenant's id, or that and a username, when rights change (`tell_of_standing.sql`). */
  standingChanges: Changes
  /** Of the embedded provider; null at one elsewhere. */
  sessionEnds: Pick<EndedSessions, 'subscribe'> | null
  movementBell: Bell
  /** Signs certificates. */
  issuerOf: IssuerOf
}
