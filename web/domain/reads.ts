import { listClaims } from '#shared/contract/claims.ts'
import { listMyProjects, listOwnedAssets, listProjects, readProject } from '#shared/contract/projects.ts'
import { readFigures } from '#shared/contract/registry.ts'
import { listTransactions } from '#shared/contract/transactions.ts'
import { listVerifications } from '#shared/contract/verifications.ts'
import { listBalances } from '#shared/contract/wallet.ts'

/** What a change of a project makes stale. */
export const projectReads = [readProject, listProjects, listMyProjects]

/** What a movement of units makes stale. */
export const walletReads = [
  listBalances,
  listTransactions,
  listOwnedAssets,
  listClaims,
  listVerifications,
  readProject,
  readFigures,
]
