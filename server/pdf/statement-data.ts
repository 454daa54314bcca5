import type { Account } from '#shared/contract/accounts.ts'
import type { Registry } from './certificate-data.ts'

export type Sums = { minted: number; received: number; transferred: number; claimed: number; cancelled: number }

/** Times are ISO 8601 in UTC. */
export type StatementData = {
  registry: Registry
  unitName: { singular: string; plural: string }
  account: { id: string; name: string; type: Account['type']; country: string | null; memberSince: string }
  totals: Sums & { held: number }
  byYear: readonly (Sums & { year: number })[]
  byProject: readonly (Sums & { id: string; name: string; held: number })[]
  /** Lists may hold fewer; sums cover all. */
  projectCount: number
  claimCount: number
  claimNumbers: readonly string[]
  asOf: string
  ledgerSequence: number | null
  verifyCode: string
}
