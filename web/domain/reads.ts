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
  listVerificationFiles,
  listVerifications,
  readVerification,
  readVerificationHistory,
} from '#shared/contract/verifications.ts'
import { listBalances } from '#shared/contract/wallet.ts'

/** Reads to refresh after a project change. */
export const projectReads = [
  readProject,
  readTimeline,
  readTimelineLead,
  readTimelineMonths,
  listProjects,
  listMyProjects,
  listTasks,
]

/** After an upload. */
export const documentReads = [
  listDocuments,
  listVerificationFiles,
  readProject,
  readMeasurementHistory,
  readVerificationHistory,
]

/** After a measurement or verification step. */
export const outcomeReads = [
  listMeasurements,
  readMeasurement,
  readMeasurementHistory,
  listVerifications,
  readVerification,
  readVerificationHistory,
  listFindings,
  listVerificationFiles,
  ...projectReads,
]

/** After a movement of units. */
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
