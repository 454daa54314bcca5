import { listClaims } from '#shared/contract/claims.ts'
import { listDocuments } from '#shared/contract/documents.ts'
import { listMeasurements, readMeasurement, readMeasurementHistory } from '#shared/contract/measurements.ts'
import { listMyProjects, listOwnedAssets, listProjects, readProject } from '#shared/contract/projects.ts'
import { readFigures } from '#shared/contract/registry.ts'
import { listTasks } from '#shared/contract/tasks.ts'
import { readTimeline, readTimelineLead, readTimelineMonths } from '#shared/contract/timeline.ts'
import { listTransactions } from '#shared/contract/transactions.ts'
import {
  listFindings,
  listVerifications,
  readVerification,
  readVerificationHistory,
} from '#shared/contract/verifications.ts'
import { listBalances } from '#shared/contract/wallet.ts'

/** The reads that a change of a project makes stale. */
export const projectReads = [
  readProject,
  readTimeline,
  readTimelineLead,
  readTimelineMonths,
  listProjects,
  listMyProjects,
  listTasks,
]

/** The reads that a new document makes stale. */
export const documentReads = [listDocuments, readProject, readMeasurementHistory, readVerificationHistory]

/** The reads that a step of measuring or verifying makes stale. */
export const outcomeReads = [
  listMeasurements,
  readMeasurement,
  readMeasurementHistory,
  listVerifications,
  readVerification,
  readVerificationHistory,
  listFindings,
  ...projectReads,
]

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
