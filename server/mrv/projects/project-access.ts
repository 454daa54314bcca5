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
import { type Act, type Actor, actsFor, mayReach, permit, type Subject } from '#shared/rules/permissions.ts'
import type { ProjectRecord } from './project-record.store.ts'

export type Owned = Pick<
  ProjectRecord,
  'id' | 'tenantId' | 'accountId' | 'status' | 'measurementProviderId' | 'verificationProviderId'
>

export function isPublished(status: ProjectStatus): boolean {
  return (publishedStatuses as readonly ProjectStatus[]).includes(status)
}

/** The account owns the project; its providers are assigned. */
export function subjectOf(project: Owned): Subject {
  return {
    tenantId: project.tenantId,
    accountId: project.accountId,
    assigned: [project.measurementProviderId, project.verificationProviderId],
  }
}

/** True for the account, the providers and tenant admins. */
export function takesPart(actor: Actor, project: Owned): boolean {
  return mayReach(actor, 'project.read', subjectOf(project))
}

/** Anybody reads published projects; participants read all. */
export function mayRead(actor: Actor, project: Owned): boolean {
  return isPublished(project.status) || takesPart(actor, project)
}

/** Fails with `not_found` if hidden, else `forbidden`. */
export function permitOn(actor: Actor, act: Act, project: ProjectRecord | null): asserts project is ProjectRecord {
  if (!project || project.tenantId !== actor.tenantId || !mayRead(actor, project)) throw noSuchProject()
  const { tenantId, accountId } = project
  permit(actor, act, { tenantId, accountId, isVisible: true }, 'project')
}

export function noSuchProject(): Failure {
  return new Failure('not_found', 'There is no such project.', because('noSuch.project'))
}

/** The required permission. */
export function ruleOf(decision: ProjectDecision): Act {
  return isTakenBy(projectMachine, decision, 'proponent') ? 'project.submit' : 'project.decide'
}

export function workOf({ accountId, id }: Pick<Owned, 'accountId' | 'id'>): Work {
  return { accountIds: [accountId], things: [`project:${id}`] }
}

/** Requests for the caller to decide, own work included. */
export function worksOf(actor: Actor, projects: readonly Owned[]): Work[] {
  return projects.filter((project) => mayReach(actor, 'project.decide', subjectOf(project))).map(workOf)
}

/** Nobody acts as registry for their own account. */
function sidesOf(actor: Actor, { tenantId, accountId }: Owned): Side[] {
  if (actor.accountIds.includes(accountId)) return actsFor(actor, 'project.submit', accountId) ? ['proponent'] : []
  return mayReach(actor, 'project.decide', { tenantId, accountId }) ? ['registry'] : []
}

function decisionsOn(actor: Actor, project: Owned, isOwn: OwnWork): ProjectDecision[] {
  const possible: readonly string[] = actsIn(projectMachine, project.status, sidesOf(actor, project))
  return projectDecisions.filter(
    (act) => possible.includes(act) && (ruleOf(act) !== 'project.decide' || !isOwn(workOf(project))),
  )
}

/** False for visitors and other registries' members. */
export function mayAct(actor: Actor, tenantId: string): boolean {
  return actor.userId !== null && tenantId === actor.tenantId
}

/** What the lifecycle and the permissions allow. */
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
