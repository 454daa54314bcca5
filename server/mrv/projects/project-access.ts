import type { OwnWork } from '#server/people/duties/duties.ts'
import type { Project } from '#shared/contract/projects.ts'
import type { Work } from '#shared/rules/duties.ts'
import { because, Failure } from '#shared/rules/failure.ts'
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
  'id' | 'tenantId' | 'accountId' | 'status' | 'measurementProviderId' | 'verificationProviderId'
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
  return new Failure('not_found', 'There is no such project.', because('noSuch.project'))
}

/** The permission that an act needs: that of the project's account for what it does in some state itself. */
export function ruleOf(decision: ProjectDecision): Act {
  return isTakenBy(projectMachine, decision, 'proponent') ? 'project.submit' : 'project.decide'
}

/** What the registry decides about: the request of a project. */
export function workOf({ accountId, id }: Pick<Owned, 'accountId' | 'id'>): Work {
  return { accountIds: [accountId], things: [`project:${id}`] }
}

/** The requests about which the caller may decide, unless they are its own. */
export function worksOf(actor: Actor, projects: readonly Owned[]): Work[] {
  return projects.filter((project) => mayReach(actor, 'project.decide', subjectOf(project))).map(workOf)
}

/** The sides that the caller takes in a project. Nobody is the registry for what is of its own account. */
function sidesOf(actor: Actor, { tenantId, accountId }: Owned): Side[] {
  if (actor.accountIds.includes(accountId)) return ['proponent']
  return mayReach(actor, 'project.decide', { tenantId, accountId }) ? ['registry'] : []
}

/** The decisions that the caller may take about a project in its present state. */
function decisionsOn(actor: Actor, project: Owned, isOwn: OwnWork): ProjectDecision[] {
  const possible: readonly string[] = actsIn(projectMachine, project.status, sidesOf(actor, project))
  return projectDecisions.filter(
    (act) => possible.includes(act) && (ruleOf(act) !== 'project.decide' || !isOwn(workOf(project))),
  )
}

/** Whether the caller may do anything at all with projects of a registry: visitors and people of others may not. */
export function mayAct(actor: Actor, tenantId: string): boolean {
  return actor.userId !== null && tenantId === actor.tenantId
}

/** What the caller may do with the project now: the lifecycle's acts, held against the permissions. */
export function actsOn(actor: Actor, project: Owned, isOwn: OwnWork): Project['acts'] {
  const { tenantId, accountId, status, measurementProviderId } = project
  if (!mayAct(actor, tenantId)) return []
  const own = { tenantId, accountId }
  const decisions = decisionsOn(actor, project, isOwn)
  const mayEdit = status !== 'withdrawn' && mayReach(actor, 'project.edit', own)
  const mayMeasure =
    (status === 'approved' || status === 'active') &&
    measurementProviderId !== null &&
    mayReach(actor, 'measurement.submit', { ...own, assigned: [measurementProviderId] })
  return [...(mayEdit ? (['edit'] as const) : []), ...decisions, ...(mayMeasure ? (['measure'] as const) : [])]
}
