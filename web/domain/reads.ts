import { listClaims } from '#shared/contract/claims.ts'
import { listDocuments } from '#shared/contract/documents.ts'
import { listMeasurements, readMeasurement } from '#shared/contract/measurements.ts'
import { listMyProjects, listOwnedAssets, listProjects, readProject } from '#shared/contract/projects.ts'
import { readFigures } from '#shared/contract/registry.ts'
import { listTasks } from '#shared/contract/tasks.ts'
import { readTimeline } from '#shared/contract/timeline.ts'
import { listTransactions } from '#shared/contract/transactions.ts'
import { listVerifications, readVerification } from '#shared/contract/verifications.ts'
import { listBalances } from '#shared/contract/wallet.ts'

/** The reads that a change of a project makes stale. */
export const projectReads = [readProject, readTimeline, listProjects, listMyProjects, listTasks]

/** The reads that a new document makes stale. */
export const documentReads = [listDocuments, readProject]

/** The reads that a step of measuring or verifying makes stale. */
export const outcomeReads = [listMeasurements, readMeasurement, listVerifications, readVerification, ...projectReads]

/** The reads that a movement of units makes stale. */
export const walletReads = [
  listBalances,
  listTransactions,
  listOwnedAssets,
  listClaims,
  listVerifications,
  readVerification,
  readProject,
  listTasks,
  readFigures,
]
