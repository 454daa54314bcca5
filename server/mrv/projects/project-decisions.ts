import { inTenant, type Sql } from '#server/infra/db/database.ts'
import { evidenceOf } from '#server/mrv/documents/document-view.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseOwnWork } from '#server/people/duties/duties.ts'
import { notify } from '#server/people/notices/notify.ts'
import { type LookupDeps, tenantOf } from '#server/people/tenants/tenants.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/projects.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { needsReason, next } from '#shared/rules/lifecycle/machine.ts'
import { type ProjectAct, type ProjectStatus, projectMachine } from '#shared/rules/lifecycle/project.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { requireDecidedOverlaps } from './overlaps.ts'
import { isPublished, permitOn, ruleOf, workOf } from './project-access.ts'
import { requireReviewable } from './project-facts.ts'
import { accountFacts, holdersOf, lockProject, type ProjectRecord, setStatus } from './project-record.store.ts'
import type { ProjectDeps } from './projects.ts'
import { pageFor } from './projects.ts'

/**
 * Changes a project's state. The account submits and reopens; a tenant admin without a part in the request decides the
 * rest. Fails with `forbidden`, `own_work`, `not_found`, `invalid` (missing facts or reason), `conflict` (wrong state,
 * undecided overlap), `account_not_active`.
 */
export async function decideProject(
  deps: ProjectDeps,
  actor: Actor,
  projectId: string,
  decision: ValidBodyOf<typeof contract.decideProject>,
): Promise<contract.Project> {
  return inTenant(deps.sql, actor.tenantId, async (tx) =>
    pageFor(deps, tx, actor, await decideProjectIn(tx, deps, actor, projectId, decision)),
  )
}

/** The same in an open transaction. */
export async function decideProjectIn(
  tx: Sql,
  deps: LookupDeps,
  actor: Actor,
  projectId: string,
  { act, reason = '' }: ValidBodyOf<typeof contract.decideProject>,
): Promise<ProjectRecord> {
  const project = await lockProject(tx, actor.tenantId, projectId)
  const rule = ruleOf(act)
  permitOn(actor, rule, project)
  const status = next(projectMachine, project.status, act, 'project')
  if (rule === 'project.decide') await refuseOwnWork(tx, actor, rule, workOf(project))
  if (needsReason(projectMachine, project.status, act) && reason === '')
    throw invalidAt('reason', 'Required', because('decision.reason'))
  if (act === 'submit') await requireReviewable(tx, await tenantOf(deps, project.tenantId), project)
  if (act === 'approve') {
    await requireActiveAccount(tx, project)
    await requireDecidedOverlaps(tx, project)
  }
  const reached = act === 'resume' ? (project.statusBefore ?? status) : status
  return move(tx, actor, project, act, reached, reason)
}

/** The first measurement activates an approved project. */
export async function activate(tx: Sql, actor: Actor, project: ProjectRecord): Promise<void> {
  if (project.status === 'active') return
  await move(tx, actor, project, 'activate', next(projectMachine, project.status, 'activate', 'project'), '')
}

async function move(
  tx: Sql,
  actor: Actor,
  project: ProjectRecord,
  act: ProjectAct,
  status: ProjectStatus,
  reason: string,
): Promise<ProjectRecord> {
  const wasPublished = project.status === 'approved' || project.status === 'active' ? project.status : null
  const statusBefore = act === 'suspend' ? wasPublished : null
  const statusReason = reason === '' ? null : reason
  await setStatus(tx, project.tenantId, project.id, { status, reason: statusReason, before: statusBefore })
  await audit(tx, actor, {
    act: `project.${act}`,
    subject: `project:${project.id}`,
    before: { status: project.status },
    after: { status, reason: statusReason, ...(await evidenceFor(tx, project, act)) },
  })
  const moved = { ...project, status, statusReason, statusBefore }
  await notifyOfMove(tx, actor, moved, act)
  return moved
}

/** Only reviews rely on documents. */
async function evidenceFor(tx: Sql, { tenantId, id }: ProjectRecord, act: ProjectAct) {
  const isReviewed = act === 'submit' || act === 'approve' || act === 'reject' || act === 'return'
  return isReviewed ? evidenceOf(tx, tenantId, 'project', id) : {}
}

/**
 * Notifies the registry of a submission; the account, and a published project's providers, of decisions; holders of
 * suspension, resumption and withdrawal.
 */
async function notifyOfMove(tx: Sql, actor: Actor, project: ProjectRecord, act: ProjectAct): Promise<void> {
  // The first measurement has its own notice.
  if (act === 'activate') return
  const { tenantId, accountId, id: projectId, name, status, statusReason } = project
  const accounts = [accountId]
  if (isPublished(status)) {
    for (const provider of [project.measurementProviderId, project.verificationProviderId]) {
      if (provider !== null) accounts.push(provider)
    }
  }
  const facts = {
    project: name,
    projectKey: formatProjectKey({ tenantId, accountId, projectId }),
    ...(statusReason !== null && { reason: statusReason }),
  }
  await notify(tx, actor, act === 'submit' ? { tenantAdmins: true } : { accounts }, { kind: `project.${act}`, facts })
  if (act !== 'suspend' && act !== 'resume' && act !== 'withdraw') return
  const holders = (await holdersOf(tx, tenantId, projectId)).filter((holder) => !accounts.includes(holder))
  await notify(tx, actor, { accounts: holders }, { kind: `units.${act}`, facts })
}

async function requireActiveAccount(tx: Sql, project: ProjectRecord): Promise<void> {
  const account = await accountFacts(tx, project.tenantId, project.accountId)
  if (account?.status !== 'active') {
    throw new Failure(
      'account_not_active',
      `The project's account is ${account?.status}; approve the account first.`,
      because('project.ownerStands', { of: 'account', status: account?.status ?? 'rejected' }),
    )
  }
}
