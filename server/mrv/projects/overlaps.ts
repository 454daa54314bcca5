import { inTenant, type Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseChangedMeanwhile } from '#server/people/audit/meanwhile.ts'
import { ownWorkAmong, refuseOwnWork } from '#server/people/duties/duties.ts'
import type { ReplyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/overlaps.ts'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import type { Work } from '#shared/rules/duties.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Actor, userIdOf } from '#shared/rules/permissions.ts'
import { type OverlapRow, overlapsOf, saveDecision, undecidedOverlaps } from './overlaps.store.ts'
import { permitOn, workOf } from './project-access.ts'
import { lockProject, type ProjectRecord, projectById } from './project-record.store.ts'

type Overlaps = ReplyOf<typeof contract.listOverlaps>

/** For the registry's admins. */
export async function projectOverlaps(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  projectId: string,
): Promise<Overlaps> {
  const project = await projectById(deps.sql, actor.tenantId, projectId)
  permitOn(actor, 'project.decide', project)
  // Decisions are private to the registry.
  return inTenant(deps.sql, actor.tenantId, (tx) => listed(tx, actor, project))
}

/** Undecided overlaps of each project. */
export async function countOverlaps(
  { sql }: Pick<InfraDeps, 'sql'>,
  { tenantId }: Actor,
  projectIds: readonly string[],
): Promise<ReplyOf<typeof contract.countOverlaps>> {
  return { items: await inTenant(sql, tenantId, (tx) => undecidedOverlaps(tx, tenantId, projectIds)) }
}

/** Adds the undecided overlaps of pending projects, in parts of the allowed size. */
export async function withOverlaps<Project extends Pick<ProjectSummary, 'projectId' | 'status'>>(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  projects: readonly Project[],
): Promise<(Project & { overlapsUndecided?: number | undefined })[]> {
  const pending = projects.filter(({ status }) => status === 'pending').map(({ projectId }) => projectId)
  const counts = new Map<string, number>()
  for (let from = 0; from < pending.length; from += limits.overlapsCounted) {
    const { items } = await countOverlaps(deps, actor, pending.slice(from, from + limits.overlapsCounted))
    for (const { projectId, undecided } of items) counts.set(projectId, undecided)
  }
  return projects.map((project) => ({ ...project, overlapsUndecided: counts.get(project.projectId) }))
}

/**
 * Records a decision about two projects. Fails with `not_found` if they do not overlap, `own_work` if one is the
 * caller's.
 */
export async function decideOverlap(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  projectId: string,
  { otherTenantId, otherProjectId, was, ...decision }: ValidBodyOf<typeof contract.decideOverlap>,
): Promise<Overlaps> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const project = await lockProject(tx, actor.tenantId, projectId)
    permitOn(actor, 'project.decide', project)
    const pair = { tenantId: otherTenantId, projectId: otherProjectId }
    const [other] = await overlapsOf(tx, actor.tenantId, projectId, pair)
    if (!other)
      throw new Failure('not_found', 'There is no such neighbour of this project.', because('noSuch.neighbour'))
    await refuseOwnWork(tx, actor, 'project.decide', ...worksOf(project, other))
    await refuseChangedMeanwhile(tx, actor, `project:${projectId}`, { was, now: other, requested: decision })
    const of = { tenantId: actor.tenantId, projectId, otherTenantId, otherProjectId }
    await saveDecision(tx, of, { ...decision, decidedBy: userIdOf(actor) })
    await audit(tx, actor, {
      act: 'project.overlap',
      subject: `project:${projectId}`,
      ...(other.verdict && { before: { verdict: other.verdict, reason: other.reason } }),
      after: { overlapWith: `${other.projectName} (${other.registry}, ${otherProjectId})`, ...decision },
    })
    return listed(tx, actor, project)
  })
}

/** Fails with `conflict` while a probable overlap is undecided or refused. Needs the tenant's transaction. */
export async function requireDecidedOverlaps(tx: Sql, { tenantId, id }: ProjectRecord): Promise<void> {
  const [first] = await overlapsOf(tx, tenantId, id)
  if (!first?.hindersApproval) return
  const { registry, verdict } = first
  const project = first.projectName || first.projectId
  const message = `The overlap with ${project} of ${registry} is ${verdict ?? 'not decided'}.`
  if (verdict === null)
    throw new Failure('conflict', message, because('project.overlapUndecided', { project, registry }))
  throw new Failure('conflict', message, because('project.overlapRefused', { project, registry }))
}

/** Both projects; another registry's project is never own work. */
function worksOf(project: ProjectRecord, other: OverlapRow): Work[] {
  const isOfBoth = other.tenantId === project.tenantId
  return [workOf(project), ...(isOfBoth ? [workOf({ id: other.projectId, accountId: other.accountId })] : [])]
}

async function listed(tx: Sql, actor: Actor, project: ProjectRecord): Promise<Overlaps> {
  const rows = await overlapsOf(tx, project.tenantId, project.id)
  const works = rows.flatMap((row) => worksOf(project, row))
  const isOwn = await ownWorkAmong(tx, actor, 'project.decide', works)
  const items = rows.map((row) => overlapOf(row, !worksOf(project, row).some(isOwn)))
  return { items, total: rows[0]?.total ?? 0, nextCursor: null }
}

function overlapOf(row: OverlapRow, isDecidable: boolean): contract.Overlap {
  const { accountId, total: _, verdict, reason, decidedBy, decidedAt, decidedThereAt, ...other } = row
  const { tenantId, projectId } = other
  return {
    ...other,
    projectKey: formatProjectKey({ tenantId, accountId, projectId }),
    decision:
      verdict === null || reason === null || decidedBy === null || decidedAt === null
        ? null
        : { verdict, reason, decidedBy, decidedAt: decidedAt.toISOString() },
    decidedThereAt: decidedThereAt?.toISOString() ?? null,
    acts: isDecidable ? ['decide'] : [],
  }
}
