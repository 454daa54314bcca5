import { json, type Sql } from '#server/infra/db/database.ts'
import { isActiveProvider, mayWorkUnder } from '#server/mrv/providers/providers.ts'
import type { Tenant } from '#server/people/tenants/tenants.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import type { updateProject } from '#shared/contract/projects.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { mayChange } from '#shared/rules/lifecycle/changing-facts.ts'
import { eachFact, type FactValues, missingForReview, usualProjectTypes } from '#shared/rules/project-facts.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { type FactRow, factColumns, methodologyStatus, type ProjectRecord } from './project-record.store.ts'

/** An omitted fact stays unchanged. */
export type Facts = Omit<ValidBodyOf<typeof updateProject>, 'country' | 'was'> & { country?: string | null | undefined }

export function namesOf(facts: Facts): (keyof Facts)[] {
  return (Object.keys(factColumns) as (keyof typeof factColumns)[]).filter((name) => facts[name] !== undefined)
}

/** The facts that differ, because forms send all facts. */
export function changesIn(facts: Facts, project: ProjectRecord): Facts {
  // Replacing an area by its centre is a change too.
  const before = facts.area === null ? shownOf(project) : statedBy(project)
  return onePlace(
    Object.fromEntries(
      namesOf(facts)
        .filter((name) => JSON.stringify(facts[name]) !== JSON.stringify(before[name]))
        .map((name) => [name, facts[name]]),
    ),
    project,
  )
}

/** A point replaces an area, and an area a point. Fails with `invalid` for both. */
function onePlace(changes: Facts, project: ProjectRecord): Facts {
  const hasPoint = (changes.longitude ?? changes.latitude ?? null) !== null
  if (!changes.area) return hasPoint && project.area ? { ...changes, area: null } : changes
  if (hasPoint)
    throw invalidAt('area', 'a place is a point or an area; state one of them', because('project.pointOrArea'))
  return project.area ? changes : { ...changes, longitude: null, latitude: null }
}

type Stated = Required<{ [Name in keyof Facts]: Exclude<Facts[Name], undefined> | null }>

/** By API field names. */
export function statedBy(project: ProjectRecord): Stated {
  const { name, ...facts } = project
  return { ...facts, ...simpleFactsOf(project), projectName: name }
}

/** As the API has them. */
export function simpleFactsOf(project: ProjectRecord): FactValues {
  return eachFact(({ name }) => {
    const value = project[name]
    return typeof value === 'bigint' ? toWire(value) : value
  })
}

/** As the form shows them: without the centre of an area. */
export function shownOf(project: ProjectRecord): Stated {
  const stated = statedBy(project)
  return project.area ? { ...stated, longitude: null, latitude: null } : stated
}

/** Areas become GeoJSON text. */
export function auditedOf(
  facts: { [Name in keyof Stated]?: Stated[Name] | undefined },
  names: readonly (keyof Facts)[],
) {
  const wordOf = (name: keyof Facts) => {
    const value = facts[name] ?? null
    if (Array.isArray(value)) return value.map(String)
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  }
  return Object.fromEntries(names.map((name) => [name, wordOf(name)]))
}

/** By column names. */
export function columnsOf(facts: Facts): FactRow {
  return Object.fromEntries(
    namesOf(facts).map((name) => [factColumns[name], name === 'area' && facts.area ? json(facts.area) : facts[name]]),
  )
}

/** Fails with `conflict` if the project's state fixes a changed fact. */
export function refuseFixed(facts: Facts, project: ProjectRecord): void {
  const { status } = project
  const stated = statedBy(project)
  const fixed = namesOf(facts).filter((name) => !mayChange(status, name, stated[name]))
  if (fixed.length === 0) return
  throw new Failure(
    'conflict',
    `The project is ${status}: ${fixed.join(', ')} can no longer change.`,
    because('project.promised', { of: 'project', status, fields: fixed }),
    fixed.map((path) => ({ path, message: 'can no longer change', ...because('project.cannotChange') })),
  )
}

const providerKinds = {
  measurementProviderId: 'measurement provider',
  verificationProviderId: 'verification provider',
} as const

type Checked = {
  [fact in 'type' | 'methodologyId' | keyof typeof providerKinds | 'startDate' | 'endDate']?: string | null | undefined
}

/**
 * Checks facts, with the project's for omitted ones: a type of the registry, an approved methodology, active providers
 * that are independent, ordered dates. Fails with `invalid`.
 */
export async function checkFacts(
  tx: Sql,
  { id: tenantId, projectTypes }: Tenant,
  facts: Checked,
  project: Checked & { accountId: string },
): Promise<void> {
  const { type, methodologyId } = facts
  const types: readonly string[] = projectTypes ?? usualProjectTypes
  if (type && !types.includes(type))
    throw invalidAt('type', `choose one of: ${types.join(', ')}`, because('project.type', { types }))
  if (methodologyId && (await methodologyStatus(tx, tenantId, methodologyId)) !== 'approved') {
    throw invalidAt('methodologyId', 'choose an approved methodology', because('project.methodology'))
  }
  for (const field of ['measurementProviderId', 'verificationProviderId'] as const) {
    const [id, kind] = [facts[field], providerKinds[field]]
    if (!id) continue
    if (id === project.accountId)
      throw invalidAt(field, 'choose an account other than the project’s own', because('project.ownProvider'))
    if (!(await isActiveProvider(tx, tenantId, id, kind)))
      throw invalidAt(
        field,
        `choose an active ${kind}`,
        because(field === 'measurementProviderId' ? 'project.measurementProvider' : 'project.verificationProvider'),
      )
  }
  await checkProviders(tx, tenantId, facts, project)
  const measurer = facts.measurementProviderId ?? project.measurementProviderId
  const verifier = facts.verificationProviderId ?? project.verificationProviderId
  if (measurer && measurer === verifier)
    throw invalidAt('verificationProviderId', 'whoever measures cannot verify', because('project.measurerVerifies'))
  const startDate = facts.startDate ?? project.startDate
  const endDate = facts.endDate ?? project.endDate
  if (startDate && endDate && startDate >= endDate)
    throw invalidAt('endDate', 'must be after the start date', because('days.end'))
}

/** A changed methodology or provider must fit the other. */
async function checkProviders(tx: Sql, tenantId: string, facts: Checked, project: Checked): Promise<void> {
  const methodologyId = facts.methodologyId ?? project.methodologyId ?? null
  for (const field of ['measurementProviderId', 'verificationProviderId'] as const) {
    if (!facts.methodologyId && !facts[field]) continue
    if (!(await mayWorkUnder(tx, tenantId, methodologyId, facts[field] ?? project[field] ?? null))) {
      throw invalidAt(
        field,
        `choose a ${providerKinds[field]} that the methodology names`,
        because(
          field === 'measurementProviderId' ? 'project.namedMeasurementProvider' : 'project.namedVerificationProvider',
        ),
      )
    }
  }
}

/** Checks completeness and validity for review. Fails with `invalid`, one detail per missing fact. */
export async function requireReviewable(tx: Sql, tenant: Tenant, project: ProjectRecord): Promise<void> {
  const missing = missingForReview({ ...project, projectName: project.name })
  if (missing.length > 0) {
    const details = missing.map((path) => ({ path, message: 'Required', reason: 'ui.invalid.required' }))
    throw new Failure(
      'invalid',
      `Still missing: ${missing.join(', ')}.`,
      because('project.missing', { fields: missing }),
      details,
    )
  }
  // A removed type stays.
  await checkFacts(tx, tenant, { ...project, type: null }, project)
}
