import { readEvidence } from '#shared/contract/evidence.ts'
import {
  decideMeasurement,
  listMeasurementProviders,
  listMeasurements,
  openMeasurement,
  readMeasurement,
  readMeasurementHistory,
  rescheduleMeasurement,
  submitMeasurement,
} from '#shared/contract/measurements.ts'
import {
  answerFinding,
  checkFile,
  decideVerification,
  listFindings,
  listVerificationFiles,
  listVerificationProviders,
  listVerifications,
  openFinding,
  planVisit,
  readVerification,
  readVerificationHistory,
  startVerification,
  stateYears,
  watchFindings,
} from '#shared/contract/verifications.ts'
import { type Row, row } from './row.ts'

const refusal = { outcome: 'not verified', statement: 'Out of order.', noConflictOfInterest: true }

export const outcomes: Row[] = [
  row(listMeasurements, 'tenant', ({ tenantId }) => ({ query: { tenantId } })),
  row(readMeasurement, 'measurement', ({ openMeasurementId }) => ({ params: { measurementId: openMeasurementId } })),
  row(listMeasurementProviders, 'caller', () => ({})),
  row(openMeasurement, 'monitored', ({ publishedId }) => ({
    body: { projectId: publishedId, periodStart: '2030-01-01', periodEnd: '2030-12-31' },
  })),
  row(readMeasurementHistory, 'measurement', ({ openMeasurementId }) => ({
    params: { measurementId: openMeasurementId },
  })),
  row(rescheduleMeasurement, 'measurement', ({ openMeasurementId }) => ({
    params: { measurementId: openMeasurementId },
    body: { accountId: 'measurer', dueDate: null },
  })),
  row(submitMeasurement, 'measurement', ({ openMeasurementId }) => ({
    params: { measurementId: openMeasurementId },
    body: { quantity: 5 },
  })),
  row(decideMeasurement, 'measurement', ({ submittedMeasurementId }) => ({
    params: { measurementId: submittedMeasurementId },
    body: { act: 'requestChanges', reason: 'Say more.' },
  })),
  row(listVerifications, 'tenant', ({ tenantId }) => ({ query: { tenantId } })),
  row(readVerification, 'issuance', ({ verificationId }) => ({ params: { verificationId } })),
  row(readEvidence, 'public', ({ tenantId, publishedId }) => ({ query: { tenantId, projectId: publishedId } })),
  row(listVerificationProviders, 'caller', () => ({})),
  row(readVerificationHistory, 'issuance', ({ verificationId }) => ({ params: { verificationId } })),
  row(listFindings, 'issuance', ({ verificationId }) => ({ params: { verificationId } })),
  row(startVerification, 'opinion', ({ openVerificationId }) => ({
    params: { verificationId: openVerificationId },
    body: { declaration: 'We advise nobody here.', noConflictOfInterest: true },
  })),
  row(planVisit, 'opinion', ({ openVerificationId }) => ({
    params: { verificationId: openVerificationId },
    body: { visitStart: '2025-02-03', visitEnd: '2025-02-05' },
  })),
  row(openFinding, 'opinion', ({ openVerificationId }) => ({
    params: { verificationId: openVerificationId },
    body: { type: 'CL', words: 'Which scales were used?', ownerSide: 'measurer' },
  })),
  row(watchFindings, 'issuance', ({ verificationId }) => ({ params: { verificationId } })),
  row(listVerificationFiles, 'issuance', ({ verificationId }) => ({ params: { verificationId } })),
  row(checkFile, 'opinion', ({ findingVerificationId, findingDocumentId }) => ({
    params: { verificationId: findingVerificationId, documentId: findingDocumentId },
    body: { isChecked: true },
  })),
  row(answerFinding, 'opinion', ({ findingId }) => ({
    params: { findingId },
    body: { act: 'ask', words: 'And when?' },
  })),
  row(stateYears, 'opinion', ({ openVerificationId }) => ({
    params: { verificationId: openVerificationId },
    body: { byYear: [{ year: 2024, quantity: 5 }] },
  })),
  row(decideVerification, 'opinion', ({ openVerificationId }) => ({
    params: { verificationId: openVerificationId },
    body: refusal,
  })),
]
