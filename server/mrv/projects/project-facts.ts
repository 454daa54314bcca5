import type { Sql } from '#server/infra/db/database.ts'
import { isActiveProvider, type ProviderKind } from '#server/mrv/providers/providers.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import type { updateProject } from '#shared/contract/projects.ts'
import { Failure, type FailureDetail, invalidAt } from '#shared/rules/failure.ts'
import { type FactColumns, methodologyStatus, type ProjectRecord } from './project-record.store.ts'

/** What the account states about its project; a fact that is left out stays as it is. */
export type Facts = Omit<ValidBodyOf<typeof updateProject>, 'country'> & { country?: string | null | undefined }

const columnOf = {
  projectName: 'name',
  description: 'description',
  sustainabilityStatement: 'sustainability_statement',
  methodologyId: 'methodology_id',
  measurementProviderId: 'measurement_provider_id',
  verificationProviderId: 'verification_provider_id',
  startDate: 'start_date',
  endDate: 'end_date',
  country: 'country',
  location: 'location',
  type: 'kind',
  longitude: 'longitude',
  latitude: 'latitude',
} as const satisfies Record<keyof Facts, keyof FactColumns>

/** Once published, what a project promises stays; what describes it may still be told better. */
const tellable: ReadonlySet<string> = new Set(['sustainabilityStatement', 'location', 'longitude', 'latitude'])

export function namesOf(facts: Facts): (keyof Facts)[] {
  return (Object.keys(columnOf) as (keyof Facts)[]).filter((name) => facts[name] !== undefined)
}

/** The facts that differ from what the project says already; a form that is sent whole changes only these. */
export function changesIn(facts: Facts, project: ProjectRecord): Facts {
  const before = statedBy(project)
  return Object.fromEntries(
    namesOf(facts)
      .filter((name) => facts[name] !== before[name])
      .map((name) => [name, facts[name]]),
  )
}

/** What a project says of itself, by the names that people know. */
export function statedBy({
  name: projectName,
  kind: type,
  ...rest
}: ProjectRecord): Record<keyof Facts, string | number | null> {
  return { ...rest, projectName, type }
}

export function columnsOf(facts: Facts): Partial<FactColumns> {
  return Object.fromEntries(namesOf(facts).map((name) => [columnOf[name], facts[name]]))
}

/** Refuses, with `conflict`, to change what a published project promised. */
export function refusePromised(facts: Facts, status: string): void {
  const promised = namesOf(facts).filter((name) => !tellable.has(name))
  if (promised.length === 0) return
  throw new Failure(
    'conflict',
    `The project is ${status}: ${promised.join(', ')} can no longer change, only ${[...tellable].join(', ')}.`,
    promised.map((path) => ({ path, message: 'can no longer change' })),
  )
}

/** What is held against the facts: those of the project itself where they are left out. */
type Standing = Pick<
  ProjectRecord,
  'accountId' | 'startDate' | 'endDate' | 'measurementProviderId' | 'verificationProviderId'
>

/**
 * Holds stated facts against the registry: the methodology is approved, the providers are active and of their kind,
 * nobody measures or verifies its own project or its own measurement, the dates are in order. Fails with `invalid`.
 */
export async function checkFacts(tx: Sql, tenantId: string, facts: Facts, project: Standing): Promise<void> {
  if (
    facts.methodologyId !== undefined &&
    (await methodologyStatus(tx, tenantId, facts.methodologyId)) !== 'approved'
  ) {
    throw invalidAt('methodologyId', 'choose an approved methodology')
  }
  await checkProvider(
    tx,
    tenantId,
    'measurementProviderId',
    facts.measurementProviderId,
    'measurement provider',
    project,
  )
  await checkProvider(
    tx,
    tenantId,
    'verificationProviderId',
    facts.verificationProviderId,
    'verification provider',
    project,
  )

  const measurer = facts.measurementProviderId ?? project.measurementProviderId
  const verifier = facts.verificationProviderId ?? project.verificationProviderId
  if (measurer !== null && measurer === verifier) {
    throw invalidAt('verificationProviderId', 'whoever measures cannot verify')
  }
  const startDate = facts.startDate ?? project.startDate
  const endDate = facts.endDate ?? project.endDate
  if (startDate !== null && endDate !== null && startDate >= endDate) {
    throw invalidAt('endDate', 'must be after the start date')
  }
}

async function checkProvider(
  tx: Sql,
  tenantId: string,
  field: keyof Facts,
  id: string | undefined,
  kind: ProviderKind,
  project: Standing,
): Promise<void> {
  if (id === undefined) return
  if (id === project.accountId) throw invalidAt(field, 'choose an account other than the project’s own')
  if (!(await isActiveProvider(tx, tenantId, id, kind))) throw invalidAt(field, `choose an active ${kind}`)
}

/**
 * Holds a project against what a review needs: every fact is there, and its methodology and providers are still good.
 * Fails with `invalid`, one detail for each fact that is missing.
 */
export async function requireReviewable(tx: Sql, project: ProjectRecord): Promise<void> {
  requireComplete(project)
  const { methodologyId, measurementProviderId, verificationProviderId } = project
  const chosen = {
    methodologyId: methodologyId ?? undefined,
    measurementProviderId: measurementProviderId ?? undefined,
    verificationProviderId: verificationProviderId ?? undefined,
  }
  await checkFacts(tx, project.tenantId, chosen, project)
}

function requireComplete(project: ProjectRecord): void {
  const needed: [keyof Facts, string | null][] = [
    ['projectName', project.name.trim()],
    ['description', project.description.trim()],
    ['methodologyId', project.methodologyId],
    ['measurementProviderId', project.measurementProviderId],
    ['verificationProviderId', project.verificationProviderId],
    ['startDate', project.startDate],
    ['endDate', project.endDate],
  ]
  const missing: FailureDetail[] = needed
    .filter(([, value]) => value === null || value === '')
    .map(([path]) => ({ path, message: 'Required' }))
  if (missing.length === 0) return
  throw new Failure('invalid', `Still missing: ${missing.map((detail) => detail.path).join(', ')}.`, missing)
}
