import { firstCalls } from '#shared/contract/calls.ts'
import type { CallOf } from '#shared/contract/endpoint.ts'

export type Contract = typeof import('#shared/contract/accounts.ts') &
  typeof import('#shared/contract/beneficiaries.ts') &
  typeof import('#shared/contract/claims.ts') &
  typeof import('#shared/contract/documents.ts') &
  typeof import('#shared/contract/evidence.ts') &
  typeof import('#shared/contract/holders.ts') &
  typeof import('#shared/contract/latest.ts') &
  typeof import('#shared/contract/measurements.ts') &
  typeof import('#shared/contract/methodologies.ts') &
  typeof import('#shared/contract/notices.ts') &
  typeof import('#shared/contract/outcomes.ts') &
  typeof import('#shared/contract/pending.ts') &
  typeof import('#shared/contract/preferences.ts') &
  typeof import('#shared/contract/projects.ts') &
  typeof import('#shared/contract/registry.ts') &
  typeof import('#shared/contract/review.ts') &
  typeof import('#shared/contract/search.ts') &
  typeof import('#shared/contract/service-status.ts') &
  typeof import('#shared/contract/sums.ts') &
  typeof import('#shared/contract/tasks.ts') &
  typeof import('#shared/contract/timeline.ts') &
  typeof import('#shared/contract/transactions.ts') &
  typeof import('#shared/contract/units.ts') &
  typeof import('#shared/contract/verifications.ts') &
  typeof import('#shared/contract/wallet.ts') &
  typeof import('#shared/contract/work.ts')

/** Typed like their endpoints, without zod. */
export const first: { [Name in keyof typeof firstCalls]: CallOf<Contract[Name]> } = firstCalls
