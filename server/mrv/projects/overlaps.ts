import { inTenant, type Sql } from '#server/infra/db/database.ts'
import { audit } from '#server/people/audit/audit.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import type { ReplyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/overlaps.ts'
import { Failure } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { overlapMatches } from '#shared/rules/overlap.ts'
import { type Actor, userIdOf } from '#shared/rules/permissions.ts'
import { type OverlapRow, overlapsOf, saveDecision, undecidedOverlaps } from './overlaps.store.ts'
import { permitOn, sidesOf } from './project-access.ts'
import { lockProject, type ProjectRecord, projectById } from './project-record.store.ts'

type Overlaps = ReplyOf<typeof contract.listOverlaps>

/** The projects that may overlap with one of the caller's registry, for its admins. */
export async function projectOverlaps(deps: UnitsDeps, actor: Actor, projectId: string): Promise<Overlaps> {
  const project = await projectById(deps.sql, actor.tenantId, projectId)
  permitOn(actor, 'project.decide', project)
  // What is decided is the registry's alone to read.
  return inTenant(deps.sql, actor.tenantId, (tx) => listed(tx, actor, project))
}

/** How many neighbours the caller's registry has not decided about, of each of these projects that is its own. */
export async function countOverlaps(
  { sql }: UnitsDeps,
  { tenantId }: Actor,
  projectIds: readonly string[],
): Promise<ReplyOf<typeof contract.countOverlaps>> {
  return { items: await inTenant(sql, tenantId, (tx) => undecidedOverlaps(tx, tenantId, projectIds)) }
}

/**
 * Records a decision about two projects, and why; for two of the caller's registry it holds from either side. Fails with
 * `not_found` unless they may overlap, `forbidden` where one of them is the caller's own.
 */
export async function decideOverlap(
  deps: UnitsDeps,
  actor: Actor,
  projectId: string,
  { otherTenantId, otherProjectId, verdict, reason }: ValidBodyOf<typeof contract.decideOverlap>,
): Promise<Overlaps> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const project = await lockProject(tx, actor.tenantId, projectId)
    permitOn(actor, 'project.decide', project)
    const asked = { tenantId: otherTenantId, projectId: otherProjectId }
    const [other] = await overlapsOf(tx, actor.tenantId, projectId, asked)
    if (!other) throw new Failure('not_found', 'There is no such neighbour of this project.')
    if (!mayDecide(actor, project, other)) {
      throw new Failure('forbidden', 'One of these projects is your own: another admin of the registry must decide.')
    }
    const of = { tenantId: actor.tenantId, projectId, otherTenantId, otherProjectId }
    await saveDecision(tx, of, { verdict, reason, decidedBy: userIdOf(actor) })
    await audit(tx, actor, {
      act: 'project.overlap',
      subject: `project:${projectId}`,
      ...(other.verdict && { before: { verdict: other.verdict, reason: other.reason } }),
      after: { overlapWith: `${other.projectName} (${other.registry}, ${otherProjectId})`, verdict, reason },
    })
    return listed(tx, actor, project)
  })
}

/** Whether the caller is the registry for both; what is of another registry is nobody's own here. */
function mayDecide(actor: Actor, project: ProjectRecord, other: OverlapRow): boolean {
  const own = other.tenantId === actor.tenantId ? [project, other] : [project]
  return own.every((each) => sidesOf(actor, each).includes('registry'))
}

async function listed(sql: Sql, actor: Actor, project: ProjectRecord): Promise<Overlaps> {
  const rows = await overlapsOf(sql, project.tenantId, project.id)
  const items = rows.map((row) => overlapOf(row, mayDecide(actor, project, row)))
  return { items, total: rows[0]?.total ?? 0, nextCursor: null }
}

function overlapOf(row: OverlapRow, isDecidable: boolean): contract.Overlap {
  const { accountId, createdBy: _, total: __, verdict, reason, decidedBy, decidedAt, decidedThereAt, ...other } = row
  const { tenantId, projectId } = other
  return {
    ...other,
    projectKey: formatProjectKey({ tenantId, accountId, projectId }),
    matches: overlapMatches.filter((match) => row[match]),
    decision:
      verdict === null || reason === null || decidedBy === null || decidedAt === null
        ? null
        : { verdict, reason, decidedBy, decidedAt: decidedAt.toISOString() },
    decidedThereAt: decidedThereAt?.toISOString() ?? null,
    acts: isDecidable ? ['decide'] : [],
  }
}
