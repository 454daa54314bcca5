import { newId } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { offerUnits } from '#server/mrv/market/offers.ts'
import { decideMeasurement, openMeasurement, submitMeasurement } from '#server/mrv/measurements/measurement-acts.ts'
import { requestProject } from '#server/mrv/projects/project-changes.ts'
import { decideProject } from '#server/mrv/projects/project-decisions.ts'
import { decideVerification } from '#server/mrv/verifications/verification-acts.ts'
import { makeClaim } from '#server/units/claims/claims.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { mintUnitsOf, transferUnitsOf } from '#server/units/wallet/wallet.ts'
import type { Project } from '#shared/contract/projects.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import type { SandboxRole } from './cast/people.ts'
import { accountOf } from './cast/seed.ts'
import { attach } from './story/acts.ts'
import { pagePdf, readingsCsv } from './story/papers.ts'

export type SampleDeps = Pick<
  UnitsDeps,
  'sql' | 'lookups' | 'config' | 'log' | 'chain' | 'files' | 'scan' | 'now' | 'issuerOf' | 'movementBell'
>

type As = (role: SandboxRole) => Actor & { userId: string }
type Stage = 'draft' | 'pending' | 'approved' | 'measured' | 'verified' | 'issued'

const sample: { name: string; description: string; type: string; methodologyId: string; stage: Stage }[] = [
  {
    name: 'Clean Cookstoves of Kitui',
    description:
      'Four thousand households in Kitui County cook on stoves that need half the wood. Each stove is visited twice a year, and fuel use is weighed in a sample of homes.',
    type: 'Cookstoves',
    methodologyId: 'sample-1',
    stage: 'issued',
  },
  {
    name: 'Stoves for the Schools of Nakuru',
    description: 'Sixty boarding schools cook on closed stoves; firewood is weighed at the gate.',
    type: 'Cookstoves',
    methodologyId: 'sample-1',
    stage: 'verified',
  },
  {
    name: 'Taita Hills Woodland',
    description: 'Native trees return to 640 hectares of cloud forest, planted and watched by eleven village groups.',
    type: 'Afforestation/Reforestation',
    methodologyId: 'sample-2',
    stage: 'measured',
  },
  {
    name: 'Sun on the Fields of Kisumu',
    description: 'Two hundred diesel pumps on small farms give way to solar ones.',
    type: 'Solar',
    methodologyId: 'sample-3',
    stage: 'pending',
  },
  {
    name: 'Mangrove Nursery of Gazi Bay',
    description: 'A nursery of forty thousand seedlings a year for the shore between Gazi and Chale.',
    type: 'Blue Carbon',
    methodologyId: 'sample-2',
    stage: 'draft',
  },
]
const seen = 'The sample of homes, the scales and the records were seen; 420 units were not supported by records.'
const measured = 12_400
const verified = 11_980
const sold = 3_000
const claimed = 850

/** Fills the sample tenant through the registry's own acts, as the sandbox's people. */
export async function fillSample(deps: SampleDeps, usernames: Record<SandboxRole, string>): Promise<void> {
  const tenantId = deps.config.TENANT_ID
  const as: As = (role) => ({
    userId: usernames[role],
    tenantId,
    accountIds: [accountOf[role]],
    adminOf: [],
    isTenantAdmin: role === 'tenant-admin',
    address: 'sandbox',
    requestId: 'sandbox',
  })
  for (const { stage, ...facts } of sample) await bringTo(stage, deps, as, facts)
}

async function bringTo(
  stage: Stage,
  deps: SampleDeps,
  as: As,
  facts: Omit<(typeof sample)[number], 'stage'>,
): Promise<void> {
  const lastYear = deps.now().getUTCFullYear() - 1
  const { projectId } = await requestProject(deps, as('proponent'), {
    projectName: facts.name,
    description: facts.description,
    type: facts.type,
    methodologyId: facts.methodologyId,
    measurementProviderId: accountOf.measurer,
    verificationProviderId: accountOf.verifier,
    country: 'KE',
    startDate: `${lastYear}-01-01`,
    endDate: `${lastYear + 9}-12-31`,
  })
  if (stage === 'draft') return
  await attach({ deps, as: () => as('proponent') }, accountOf.proponent, ['project', projectId], {
    title: 'PDS',
    fileName: 'project-description.pdf',
    bytes: pagePdf(facts.name, [facts.description]),
  })
  await decideProject(deps, as('proponent'), projectId, { act: 'submit' })
  if (stage === 'pending') return
  await decideProject(deps, as('tenant-admin'), projectId, { act: 'approve' })
  if (stage === 'approved') return
  await measure(stage, deps, as, projectId, { name: facts.name, year: lastYear })
}

async function measure(
  stage: Stage,
  deps: SampleDeps,
  as: As,
  projectId: Project['projectId'],
  { name, year }: { name: string; year: number },
): Promise<void> {
  const { measurementId } = await openMeasurement(deps, as('measurer'), {
    projectId,
    periodStart: `${year}-01-01`,
    periodEnd: `${year}-12-31`,
  })
  await attach({ deps, as: () => as('measurer') }, accountOf.measurer, ['measurement', measurementId], {
    title: `Readings ${year}`,
    fileName: `readings-${year}.csv`,
    bytes: Buffer.from(readingsCsv(`${name} ${year}`, ['sample', 'before', 'now'])),
  })
  await submitMeasurement(deps, as('measurer'), measurementId, { quantity: measured })
  if (stage === 'measured') return offer(deps, as('proponent'), { kind: 'expected', subjectId: projectId, ...woodland })
  const accepted = await decideMeasurement(deps, as('proponent'), measurementId, { act: 'accept' })
  const verificationId = accepted.verificationId ?? ''
  await attach({ deps, as: () => as('verifier') }, accountOf.verifier, ['verification', verificationId], {
    title: 'Verification',
    fileName: `verification-${year}.pdf`,
    bytes: pagePdf(`Verification of ${name}`, [`Period: ${year}.`, seen]),
  })
  await decideVerification(deps, as('verifier'), verificationId, {
    outcome: 'verified',
    quantity: verified,
    statement: seen,
    noConflictOfInterest: true,
  })
  if (stage === 'verified')
    return offer(deps, as('proponent'), { kind: 'verified', subjectId: verificationId, ...schools })
  await issue(deps, as, verificationId)
}

async function issue(deps: SampleDeps, as: As, verificationId: string): Promise<void> {
  const once = () => ({ key: newId(), requestHash: Buffer.alloc(32) })
  await mintUnitsOf(deps, as('proponent'), once(), { verificationId, quantity: verified })
  const [asset] = await deps.sql<{ id: string }[]>`
    select id from asset where tenant_id = ${deps.config.TENANT_ID} and verification_id = ${verificationId}`
  const assetId = asset?.id ?? ''
  await transferUnitsOf(deps, as('proponent'), once(), {
    toAccountId: accountOf.buyer,
    items: [{ assetId, quantity: sold }],
  })
  await makeClaim(deps, as('buyer'), once(), {
    items: [{ assetId, quantity: claimed }],
    beneficiaryKind: 'organisation',
    beneficiary: 'Harbour Bakery',
    beneficiaryCountry: 'KE',
    purpose: 'corporate target',
    note: 'The wood-fired ovens of three bakeries in Mombasa.',
    noteIsPublic: true,
    isAuthorised: true,
  })
  const some = { kind: 'issued', subjectId: assetId } as const
  const lastMonth = new Date(deps.now().valueOf() - 20 * dayMs)
  await offer({ ...deps, now: () => lastMonth }, as('proponent'), { ...some, ...cookstoves })
  await offer(deps, as('buyer'), { ...some, ...resold })
}

const dayMs = 24 * 60 * 60 * 1_000
const cookstoves = { quantity: 5_000, price: 1_150, currency: 'USD', note: 'From 500 units.', nfsw: false } as const
const resold = {
  quantity: 1_200,
  price: 1_475,
  currency: 'USD',
  note: 'What is left of a larger lot.',
  nfsw: false,
} as const
const schools = {
  quantity: 4_000,
  price: 990,
  currency: 'USD',
  note: 'Issued when they are sold.',
  nfsw: false,
} as const
const woodland = {
  quantity: 8_000,
  price: 1_820,
  currency: 'EUR',
  note: 'The field report has pictures of animals killed by poachers.',
  nfsw: true,
} as const

/** The market shows the offers once the tenant enables it. */
async function offer(
  deps: Pick<InfraDeps, 'sql' | 'config' | 'chain' | 'now'>,
  actor: Actor,
  body: Omit<Parameters<typeof offerUnits>[2], 'endsOn' | 'contact'>,
): Promise<void> {
  const endsOn = new Date(deps.now().valueOf() + 90 * dayMs).toISOString().slice(0, 10)
  await offerUnits(deps, actor, { ...body, endsOn, contact: 'market@registry.test' })
}
