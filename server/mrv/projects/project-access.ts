import type { Project } from '#shared/contract/projects.ts'
import { Failure } from '#shared/rules/failure.ts'
import { actsIn, isTakenBy, type Side } from '#shared/rules/lifecycle/machine.ts'
import {
  type ProjectDecision,
  type ProjectStatus,
  projectDecisions,
  projectMachine,
  publishedStatuses,
} from '#shared/rules/lifecycle/project.ts'
import { type Act, type Actor, mayReach, permit, type Subject } from '#shared/rules/permissions.ts'
import type { ProjectRecord } from './project-record.store.ts'

export type Owned = Pick<
  ProjectRecord,
  'tenantId' | 'accountId' | 'status' | 'measurementProviderId' | 'verificationProviderId' | 'createdBy'
>

export function isPublished(status: ProjectStatus): boolean {
  return (publishedStatuses as readonly ProjectStatus[]).includes(status)
}

/** The project as the permissions see it: its account, and the providers that are assigned to it. */
export function subjectOf(project: Owned): Subject {
  return {
    tenantId: project.tenantId,
    accountId: project.accountId,
    assigned: [project.measurementProviderId, project.verificationProviderId],
  }
}

/** Whether the caller takes part in a project: its account, its providers and tenant admins. */
export function takesPart(actor: Actor, project: Owned): boolean {
  return mayReach(actor, 'project.read', subjectOf(project))
}

/** Whether the caller may read a project: everybody a published one, its account, its providers and tenant admins any. */
export function mayRead(actor: Actor, project: Owned): boolean {
  return isPublished(project.status) || takesPart(actor, project)
}

/**
 * Permits an act on a project of the caller's tenant. Fails with `not_found` when there is no such project or the caller may
 * not see it, with `forbidden` when the caller may see it and not do that.
 */
export function permitOn(actor: Actor, act: Act, project: ProjectRecord | null): asserts project is ProjectRecord {
  if (!project || project.tenantId !== actor.tenantId || !mayRead(actor, project)) throw noSuchProject()
  const { tenantId, accountId } = project
  permit(actor, act, { tenantId, accountId, isVisible: true }, 'project')
}

export function noSuchProject(): Failure {
  return new Failure('not_found', 'There is no such project.')
}

/** The permission that an act needs: that of the project's account for what it does in some state itself. */
export function ruleOf(decision: ProjectDecision): Act {
  return isTakenBy(projectMachine, decision, 'proponent') ? 'project.submit' : 'project.decide'
}

/** The sides that the caller takes in a project. Nobody is the registry for what is of its own account or what it requested. */
export function sidesOf(actor: Actor, project: Pick<Owned, 'tenantId' | 'accountId' | 'createdBy'>): Side[] {
  const { tenantId, accountId, createdBy } = project
  const isOwn = actor.accountIds.includes(accountId)
  const hasRequested = createdBy !== null && createdBy === actor.userId
  const isRegistry = !isOwn && !hasRequested && mayReach(actor, 'project.decide', { tenantId, accountId })
  return [...(isOwn ? (['proponent'] as const) : []), ...(isRegistry ? (['registry'] as const) : [])]
}

/** Whether the caller may do anything at all with projects of a registry: visitors and people of others may not. */
export function mayAct(actor: Actor, tenantId: string): boolean {
  return actor.userId !== null && tenantId === actor.tenantId
}

/** What the caller may do with the project now: the lifecycle's acts, held against the permissions. */
export function actsOn(actor: Actor, project: Owned): Project['acts'] {
  const { tenantId, accountId, status, measurementProviderId } = project
  if (!mayAct(actor, tenantId)) return []
  const own = { tenantId, accountId }
  const possible: readonly string[] = actsIn(projectMachine, status, sidesOf(actor, project))
  const decisions = projectDecisions.filter((act) => possible.includes(act))
  const mayEdit = status !== 'withdrawn' && mayReach(actor, 'project.edit', own)
  const mayMeasure =
    (status === 'approved' || status === 'active') &&
    measurementProviderId !== null &&
    mayReach(actor, 'measurement.submit', { ...own, assigned: [measurementProviderId] })
  return [...(mayEdit ? (['edit'] as const) : []), ...decisions, ...(mayMeasure ? (['measure'] as const) : [])]
}
