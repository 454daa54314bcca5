import { addDocument } from '#shared/contract/documents.ts'
import {
  decideMeasurement,
  listMeasurementProviders,
  openMeasurement,
  submitMeasurement,
} from '#shared/contract/measurements.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { createProject, decideProject, updateProject } from '#shared/contract/projects.ts'
import {
  answerFinding,
  decideVerification,
  listVerificationProviders,
  openFinding,
  planVisit,
  startVerification,
} from '#shared/contract/verifications.ts'
import { mintUnits } from '#shared/contract/wallet.ts'
import { methodologyPath, projectPath, workPath } from '#shared/rules/paths.ts'
import { approvedBesideOthers } from '#tests/kit/acts.ts'
import { anEmptyPdf } from '#tests/kit/an-empty-pdf.ts'
import type { Caller } from '#tests/kit/person.ts'

type People = Record<'proponent' | 'measurer' | 'verifier' | 'admin', Caller>

const words = 'The fuel use of 380 homes was weighed on three days in each season. '
const declaration = {
  declaration: 'We advise none of the sides and hold no units.',
  noConflictOfInterest: true,
} as const
const bay: [number, number][] = [
  [39.5, -4.5],
  [39.7, -4.5],
  [39.7, -4.3],
  [39.5, -4.5],
]

export type ProjectAtWork = {
  /** Its first year is partly issued, its second verified. */
  project: string
  draft: string
  methodology: string
  /** Not submitted. */
  openMeasurement: string
  measurement: string
  /** With open, answered and closed findings. */
  verification: string
  /** With units of two years to mint. */
  verified: string
}

export async function aProjectAtWork(people: People): Promise<ProjectAtWork> {
  const { proponent, measurer, verifier } = people
  const draft = await aDraft(people, 'Mangroves between Gazi and Chale, third instance')
  const { projectId, projectKey, methodologyId } = await anApproved(people)
  const firstYear = await verified(people, projectId, 2022)
  const secondYear = await verified(people, projectId, 2023)
  await proponent.call(mintUnits, { body: { verificationId: firstYear, quantity: 1_200 } })
  const third = await accepted(people, projectId, 2024)
  await addFindings(people, third.verificationId)
  const { measurementId } = await measurer.call(openMeasurement, {
    body: { projectId, ...yearOf(2025), dueDate: '2026-02-28' },
  })
  await verifier.call(planVisit, {
    params: { verificationId: third.verificationId },
    body: { visitStart: '2025-03-03', visitEnd: '2025-03-07' },
  })
  return {
    project: projectPath(projectKey),
    draft: projectPath(draft.projectKey),
    methodology: methodologyPath(methodologyId ?? ''),
    openMeasurement: workPath('measurements', projectId, measurementId),
    measurement: workPath('measurements', projectId, third.measurementId),
    verification: workPath('verifications', projectId, third.verificationId),
    verified: workPath('verifications', projectId, secondYear),
  }
}

const yearOf = (year: number) => ({ periodStart: `${year}-01-01`, periodEnd: `${year}-12-31` })

async function aDraft({ proponent }: People, projectName: string) {
  const [methodology] = (await proponent.call(listMethodologies, { query: { status: 'approved' } })).items
  const [measuring] = (await proponent.call(listMeasurementProviders)).items
  const [verifying] = (await proponent.call(listVerificationProviders)).items
  return proponent.call(createProject, {
    body: {
      projectName,
      description: words.repeat(6),
      methodologyId: methodology?.methodologyId ?? '',
      measurementProviderId: measuring?.accountId,
      verificationProviderId: verifying?.accountId,
      startDate: '2022-01-01',
      endDate: '2032-12-31',
      country: 'KE',
    },
  })
}

async function anApproved(people: People) {
  const { proponent, admin } = people
  const { projectId, projectKey } = await aDraft(people, 'Mangroves between Gazi and Chale, second instance')
  await proponent.call(updateProject, {
    query: { projectKey },
    body: {
      country: 'KE',
      region: 'Kwale',
      location: 'Gazi Bay',
      type: 'Blue Carbon',
      sector: 'Forestry & Land Use',
      mitigation: 'removal',
      area: { type: 'Polygon', coordinates: [bay] },
      annualEstimate: 12_000,
      sdgs: [13, 14, 15],
      originRegistry: 'Coast Registry',
      originId: 'CR-000112',
    },
  })
  await addTo(proponent, 'project', projectId, 'PDS', true)
  const params = { projectId }
  await proponent.call(decideProject, { params, body: { act: 'submit' } })
  return approvedBesideOthers(admin, projectId)
}

async function addTo(caller: Caller, subjectKind: string, subjectId: string, title: string, isPublic: boolean) {
  const form = new FormData()
  const fields = { subjectKind, subjectId, title, isPublic: String(isPublic) }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const name = `${title.toLowerCase()}-of-the-mangroves-between-gazi-and-chale.pdf`
  form.append('document', new Blob([Buffer.from(await anEmptyPdf())]), name)
  await caller.call(addDocument, { form })
}

/** An open measurement without evidence. */
export async function anOpenMeasurement(people: People): Promise<{ measurementId: string; path: string }> {
  const { projectId } = await anApproved(people)
  const { measurementId } = await people.measurer.call(openMeasurement, { body: { projectId, ...yearOf(2024) } })
  return { measurementId, path: workPath('measurements', projectId, measurementId) }
}

/** A measurement that awaits the proponent's decision. */
export async function aSubmittedMeasurement(people: People): Promise<string> {
  const { projectId } = await anApproved(people)
  return workPath('measurements', projectId, await submitted(people, projectId, 2022))
}

async function submitted({ measurer }: People, projectId: string, year: number): Promise<string> {
  const { measurementId } = await measurer.call(openMeasurement, {
    body: { projectId, ...yearOf(year), dueDate: `${year + 1}-03-31` },
  })
  await addTo(measurer, 'measurement', measurementId, 'Measurement', false)
  await addTo(measurer, 'measurement', measurementId, 'Measurement', true)
  await measurer.call(submitMeasurement, { params: { measurementId }, body: { quantity: 11_000, note: words } })
  return measurementId
}

/** A year with parts and evidence, which awaits verification. */
async function accepted(people: People, projectId: string, year: number) {
  const { proponent, measurer } = people
  const measurementId = await submitted(people, projectId, year)
  const params = { measurementId }
  const parts = { gross: 15_000, baseline: 2_000, leakage: 500, uncertainty: 40 }
  await proponent.call(decideMeasurement, { params, body: { act: 'requestChanges', reason: 'Show how it adds up.' } })
  await measurer.call(submitMeasurement, { params, body: { quantity: 12_000, parts, note: words.repeat(3) } })
  const { verificationId } = await proponent.call(decideMeasurement, { params, body: { act: 'accept' } })
  return { measurementId, verificationId: verificationId ?? '' }
}

async function verified(people: People, projectId: string, year: number): Promise<string> {
  const { verifier } = people
  const { verificationId } = await accepted(people, projectId, year)
  const params = { verificationId }
  await verifier.call(startVerification, { params, body: declaration })
  await addTo(verifier, 'verification', verificationId, 'Verification', true)
  const opinion = { quantity: 11_800, quantityReason: '200 units have no record.', statement: words.repeat(3) }
  await verifier.call(decideVerification, { params, body: { outcome: 'verified', ...opinion } })
  return verificationId
}

/** Adds an overdue, an answered and a closed finding. */
async function addFindings({ proponent, measurer, verifier }: People, verificationId: string): Promise<void> {
  const params = { verificationId }
  await verifier.call(startVerification, { params, body: declaration })
  const open = (type: 'CAR' | 'CL' | 'FAR', ownerSide: 'proponent' | 'measurer', dueDate?: string) =>
    verifier.call(openFinding, { params, body: { type, ownerSide, words: words.repeat(2), dueDate } })
  const writeFinding = (caller: Caller, findingId: string, act: 'respond' | 'ask' | 'close') =>
    caller.call(answerFinding, { params: { findingId }, body: { act, words: words.repeat(2) } })
  const correction = await open('CAR', 'measurer', '2025-06-30')
  await writeFinding(measurer, correction.findingId, 'respond')
  await writeFinding(verifier, correction.findingId, 'ask')
  await addTo(measurer, 'finding', correction.findingId, 'Other', false)
  const clarification = await open('CL', 'proponent')
  await writeFinding(proponent, clarification.findingId, 'respond')
  const forward = await open('FAR', 'proponent')
  await writeFinding(verifier, forward.findingId, 'close')
}
