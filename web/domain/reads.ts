import { first } from '#web/lib/first-calls.ts'
import { reading } from '#web/lib/reading-calls.ts'

/** Reads to refresh after a project change. */
export const projectReads = [
  reading.readProject,
  reading.readTimeline,
  reading.readTimelineLead,
  reading.readTimelineMonths,
  first.listProjects,
  first.listMyProjects,
  first.listTasks,
]

/** After an upload. */
export const documentReads = [
  reading.listDocuments,
  reading.listVerificationFiles,
  reading.readProject,
  reading.readMeasurementHistory,
  reading.readVerificationHistory,
]

/** After a measurement or verification step, which may also lock documents. */
export const outcomeReads = [
  first.listMeasurements,
  reading.readMeasurement,
  reading.readMeasurementHistory,
  first.listVerifications,
  reading.readVerification,
  reading.readVerificationHistory,
  reading.listFindings,
  reading.listDocuments,
  reading.listVerificationFiles,
  ...projectReads,
]

/** After a movement of units; one that is refused may tell that the account has been stopped. */
export const walletReads = [
  first.listBalances,
  first.listTransactions,
  first.listOwnedAssets,
  first.listClaims,
  first.listVerifications,
  reading.readVerification,
  reading.readProject,
  first.listTasks,
  first.readFigures,
  first.readAccount,
]
