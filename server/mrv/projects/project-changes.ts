import { inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import { refuseBeyondTrial } from '#server/mrv/trial/trial.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseChangedMeanwhile } from '#server/people/audit/meanwhile.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import type { createProject, Project, updateProject } from '#shared/contract/projects.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { parseProjectKey } from '#shared/rules/keys.ts'
import { type Actor, memberOf } from '#shared/rules/permissions.ts'
import { noSuchProject, permitOn } from './project-access.ts'
import {
  auditedOf,
  changesIn,
  checkFacts,
  columnsOf,
  type Facts,
  namesOf,
  refuseFixed,
  shownOf,
  statedBy,
} from './project-facts.ts'
import {
  accountFacts,
  changeFacts,
  insertProject,
  lockProject,
  type ProjectRecord,
  projectById,
} from './project-record.store.ts'
import type { ProjectDeps } from './projects.ts'
import { pageFor } from './projects.ts'

/** Creates a draft. The caller's account may still be pending. */
export async function requestProject(
  deps: ProjectDeps,
  actor: Actor,
  facts: ValidBodyOf<typeof createProject>,
): Promise<Project> {
  const { tenantId, accountId, userId } = memberOf(actor)
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const account = await accountFacts(tx, tenantId, accountId)
    if (account?.status !== 'active' && account?.status !== 'pending') {
      throw new Failure(
        'account_not_active',
        `Your account is ${account?.status}; it cannot request a project.`,
        because('project.accountStands', { of: 'account', status: account?.status ?? 'rejected' }),
      )
    }
    await refuseBeyondTrial(tx, { tenantId, accountId }, 'projects')
    await checkFacts(tx, await tenantOf(deps, tenantId), facts, { accountId })
    const id = newId()
    await insertProject(tx, { tenantId, accountId, id, createdBy: userId }, columnsOf(facts))
    await audit(tx, actor, {
      act: 'project.create',
      subject: `project:${id}`,
      after: { accountId, projectName: facts.projectName, status: 'draft' },
    })
    return pageFor(deps, tx, actor, await requireProject(tx, tenantId, id))
  })
}

/**
 * Changes facts; a blank name keeps the name, a blank statement clears it. Fails with `changed_meanwhile`
 * (`refuseChangedMeanwhile`).
 */
export async function changeProject(
  deps: ProjectDeps,
  actor: Actor,
  projectKey: string,
  { projectName, was, ...rest }: ValidBodyOf<typeof updateProject>,
): Promise<Project> {
  const facts: Facts = projectName ? { ...rest, projectName } : rest
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const project = await editableProject(tx, actor, projectKey, lockProject)
    await refuseChangedMeanwhile(tx, actor, `project:${project.id}`, { was, now: shownOf(project), requested: facts })
    const changes = changesIn(facts, project)
    refuseFixed(changes, project)
    await checkFacts(tx, await tenantOf(deps, project.tenantId), changes, project)
    if (namesOf(changes).length === 0) return pageFor(deps, tx, actor, project)
    await changeFacts(tx, project.tenantId, project.id, columnsOf(changes))
    await audit(tx, actor, {
      act: 'project.edit',
      subject: `project:${project.id}`,
      before: auditedOf(statedBy(project), namesOf(changes)),
      after: auditedOf(changes, namesOf(changes)),
    })
    return pageFor(deps, tx, actor, await requireProject(tx, project.tenantId, project.id))
  })
}

/**
 * Fails with `not_found` for an inconsistent key or a hidden project, `forbidden` for another account's, `conflict` if
 * withdrawn.
 */
export async function editableProject(
  sql: Sql,
  actor: Actor,
  projectKey: string,
  find: typeof projectById = projectById,
): Promise<ProjectRecord> {
  const key = parseProjectKey(projectKey)
  if (!key || key.tenantId !== actor.tenantId) throw noSuchProject()
  const project = await find(sql, key.tenantId, key.projectId)
  if (project?.accountId !== key.accountId) throw noSuchProject()
  permitOn(actor, 'project.edit', project)
  if (project.status === 'withdrawn')
    throw new Failure(
      'conflict',
      'The project is withdrawn; it no longer changes.',
      because('stands.project', { of: 'project', status: 'withdrawn' }),
    )
  return project
}

async function requireProject(tx: Sql, tenantId: string, id: string): Promise<ProjectRecord> {
  const project = await projectById(tx, tenantId, id)
  if (!project) throw noSuchProject()
  return project
}
