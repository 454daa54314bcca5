import type { Sql } from '#server/infra/db/database.ts'
import { isActiveProvider, mayWorkUnder } from '#server/mrv/providers/providers.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import type { updateProject } from '#shared/contract/projects.ts'
import { Failure, type FailureDetail, invalidAt } from '#shared/rules/failure.ts'
import { type FactRow, factColumns, methodologyStatus, type ProjectRecord } from './project-record.store.ts'

/** What the account states about its project; a fact that is left out stays as it is. */
export type Facts = Omit<ValidBodyOf<typeof updateProject>, 'country'> & { country?: string | null | undefined }

/** Once a project is published, what it promises stays; only these facts, which describe it, may still change. */
const changeable: ReadonlySet<string> = new Set(['sustainabilityStatement', 'location', 'longitude', 'latitude'])

/** The names of the facts that are given. */
export function namesOf(facts: Facts): (keyof Facts)[] {
  return (Object.keys(factColumns) as (keyof typeof factColumns)[]).filter((name) => facts[name] !== undefined)
}

/** The facts that differ from those of the project, so that a form that is sent whole changes only these. */
export function changesIn(facts: Facts, project: ProjectRecord): Facts {
  const before = statedBy(project)
  return Object.fromEntries(
    namesOf(facts)
      .filter((name) => facts[name] !== before[name])
      .map((name) => [name, facts[name]]),
  )
}

/** The facts of a project, by the names that people know. */
export function statedBy(project: ProjectRecord): Record<keyof Facts, string | number | null> {
  return { ...project, projectName: project.name, type: project.kind }
}

/** Facts by the names of their columns. */
export function columnsOf(facts: Facts): FactRow {
  return Object.fromEntries(namesOf(facts).map((name) => [factColumns[name], facts[name]]))
}

/** Fails with `conflict` if a fact would change that a published project promised. */
export function refusePromised(facts: Facts, status: string): void {
  const promised = namesOf(facts).filter((name) => !changeable.has(name))
  if (promised.length === 0) return
  throw new Failure(
    'conflict',
    `The project is ${status}: ${promised.join(', ')} can no longer change, only ${[...changeable].join(', ')}.`,
    promised.map((path) => ({ path, message: 'can no longer change' })),
  )
}

const providerKinds = {
  measurementProviderId: 'measurement provider',
  verificationProviderId: 'verification provider',
} as const

type Checked = {
  [fact in 'methodologyId' | keyof typeof providerKinds | 'startDate' | 'endDate']?: string | null | undefined
}

/**
 * Checks stated facts, and those of the project where they are left out: the methodology is approved, the providers are
 * active and of their kind, nobody measures or verifies its own project or its own measurement, the dates are in order.
 * Fails with `invalid`.
 */
export async function checkFacts(
  tx: Sql,
  tenantId: string,
  facts: Checked,
  project: Checked & { accountId: string },
): Promise<void> {
  const { methodologyId } = facts
  if (methodologyId && (await methodologyStatus(tx, tenantId, methodologyId)) !== 'approved') {
    throw invalidAt('methodologyId', 'choose an approved methodology')
  }
  for (const field of ['measurementProviderId', 'verificationProviderId'] as const) {
    const [id, kind] = [facts[field], providerKinds[field]]
    if (!id) continue
    if (id === project.accountId) throw invalidAt(field, 'choose an account other than the project’s own')
    if (!(await isActiveProvider(tx, tenantId, id, kind))) throw invalidAt(field, `choose an active ${kind}`)
  }
  await checkProviders(tx, tenantId, facts, project)
  const measurer = facts.measurementProviderId ?? project.measurementProviderId
  const verifier = facts.verificationProviderId ?? project.verificationProviderId
  if (measurer && measurer === verifier) throw invalidAt('verificationProviderId', 'whoever measures cannot verify')
  const startDate = facts.startDate ?? project.startDate
  const endDate = facts.endDate ?? project.endDate
  if (startDate && endDate && startDate >= endDate) throw invalidAt('endDate', 'must be after the start date')
}

/** Where methodology or provider are stated: the methodology, whichever of the two is new, lets the provider work under it. */
async function checkProviders(tx: Sql, tenantId: string, facts: Checked, project: Checked): Promise<void> {
  const methodologyId = facts.methodologyId ?? project.methodologyId ?? null
  for (const field of ['measurementProviderId', 'verificationProviderId'] as const) {
    if (!facts.methodologyId && !facts[field]) continue
    if (!(await mayWorkUnder(tx, tenantId, methodologyId, facts[field] ?? project[field] ?? null))) {
      throw invalidAt(field, `choose a ${providerKinds[field]} that the methodology names`)
    }
  }
}

/**
 * Checks that a project is ready for review: every fact is there, and its methodology and providers are still good. Fails
 * with `invalid`, one detail for each fact that is missing.
 */
export async function requireReviewable(tx: Sql, project: ProjectRecord): Promise<void> {
  const { methodologyId, measurementProviderId, verificationProviderId, startDate, endDate } = project
  const needed = {
    projectName: project.name.trim(),
    description: project.description.trim(),
    ...{ methodologyId, measurementProviderId, verificationProviderId, startDate, endDate },
  }
  const missing: FailureDetail[] = Object.entries(needed)
    .filter(([, value]) => !value)
    .map(([path]) => ({ path, message: 'Required' }))
  if (missing.length > 0) {
    throw new Failure('invalid', `Still missing: ${missing.map((detail) => detail.path).join(', ')}.`, missing)
  }
  await checkFacts(tx, project.tenantId, project, project)
}
