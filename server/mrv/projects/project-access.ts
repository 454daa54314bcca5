import type { Project } from '#shared/contract/projects.ts'
import { Failure } from '#shared/rules/failure.ts'
import { actsIn, type ProjectStatus, projectMachine, publishedStatuses } from '#shared/rules/lifecycle.ts'
import { type Act, type Actor, mayReach, permit, type Subject } from '#shared/rules/permissions.ts'
import type { ProjectRecord } from './project-record.store.ts'

type Owned = Pick<
  ProjectRecord,
  'tenantId' | 'accountId' | 'status' | 'measurementProviderId' | 'verificationProviderId' | 'createdBy'
>

/** What a person may ask for; the measurements activate a project by themselves. */
type Decision = Exclude<Project['acts'][number], 'edit' | 'measure'>

const byItsAccount: ReadonlySet<string> = new Set<Decision>(['submit', 'reopen'])

export function isPublished(status: ProjectStatus): boolean {
  return (publishedStatuses as readonly ProjectStatus[]).includes(status)
}

/** The project as the rules see it: whose it is, and which providers are assigned to it. */
function subjectOf(project: Owned): Subject {
  return {
    tenantId: project.tenantId,
    accountId: project.accountId,
    assigned: [project.measurementProviderId, project.verificationProviderId],
  }
}

/** Published projects are everybody's to read, others only those of its account, its providers and tenant admins. */
export function mayRead(actor: Actor, project: Owned): boolean {
  return isPublished(project.status) || mayReach(actor, 'project.read', subjectOf(project))
}

/**
 * The guard in front of one project of the caller's tenant: `not_found` when it is none or not visible to the caller,
 * `forbidden` when it is visible but not the caller's to act on.
 */
export function permitOn(actor: Actor, act: Act, project: ProjectRecord | null): asserts project is ProjectRecord {
  if (!project || project.tenantId !== actor.tenantId || !mayRead(actor, project)) throw noSuchProject()
  const { tenantId, accountId } = project
  permit(actor, act, { tenantId, accountId, isVisible: true }, 'project')
}

export function noSuchProject(): Failure {
  return new Failure('not_found', 'There is no such project.')
}

/** The rule that admits a decision. */
export function ruleOf(decision: Decision): Act {
  return byItsAccount.has(decision) ? 'project.submit' : 'project.decide'
}

/** Nobody approves what they made: the admin's own account's projects, and those that the admin requested, wait for another. */
export function isOwnWork(actor: Actor, project: Owned): boolean {
  return (
    actor.accountIds.includes(project.accountId) || (project.createdBy !== null && project.createdBy === actor.userId)
  )
}

/** What the caller may do with the project now: the lifecycle's acts, held against the permissions. */
export function actsOn(actor: Actor, project: Owned): Project['acts'] {
  const { tenantId, accountId, status, measurementProviderId } = project
  if (actor.userId === null || tenantId !== actor.tenantId) return []
  const own = { tenantId, accountId }
  const decisions = actsIn(projectMachine, status)
    .filter((act) => act !== 'activate')
    .filter((act) => mayReach(actor, ruleOf(act), own) && (byItsAccount.has(act) || !isOwnWork(actor, project)))
  const mayEdit = status !== 'withdrawn' && mayReach(actor, 'project.edit', own)
  const mayMeasure =
    (status === 'approved' || status === 'active') &&
    measurementProviderId !== null &&
    mayReach(actor, 'measurement.submit', { ...own, assigned: [measurementProviderId] })
  return [...(mayEdit ? (['edit'] as const) : []), ...decisions, ...(mayMeasure ? (['measure'] as const) : [])]
}
