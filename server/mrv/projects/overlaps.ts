import { inTenant, type Sql } from '#server/infra/db/database.ts'
import { audit } from '#server/people/audit/audit.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import type { ReplyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/overlaps.ts'
import { Failure } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { overlapMatches } from '#shared/rules/overlap.ts'
import { type Actor, userIdOf } from '#shared/rules/permissions.ts'
import { type OverlapRow, overlapsOf, saveDecision } from './overlaps.store.ts'
import { permitOn, sidesOf } from './project-access.ts'
import { lockProject, projectById } from './project-record.store.ts'

type Overlaps = ReplyOf<typeof contract.listOverlaps>

/** The projects that may overlap with one of the caller's registry, for its admins. */
export async function projectOverlaps(deps: UnitsDeps, actor: Actor, projectId: string): Promise<Overlaps> {
  const project = await projectById(deps.sql, actor.tenantId, projectId)
  permitOn(actor, 'project.decide', project)
  // What is decided is the registry's alone to read.
  return inTenant(deps.sql, actor.tenantId, (tx) => listed(tx, actor.tenantId, projectId))
}

/** Records a decision about two projects, and why. Fails with `not_found` unless they may overlap, `forbidden` for one's own. */
export async function decideOverlap(
  deps: UnitsDeps,
  actor: Actor,
  projectId: string,
  { otherTenantId, otherProjectId, verdict, reason }: ValidBodyOf<typeof contract.decideOverlap>,
): Promise<Overlaps> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const project = await lockProject(tx, actor.tenantId, projectId)
    permitOn(actor, 'project.decide', project)
    if (!sidesOf(actor, project).includes('registry')) {
      throw new Failure('forbidden', 'This is your own project: another admin of the registry must decide about it.')
    }
    const of = { tenantId: actor.tenantId, projectId, otherTenantId, otherProjectId }
    const asked = { tenantId: otherTenantId, projectId: otherProjectId }
    const [other] = await overlapsOf(tx, actor.tenantId, projectId, asked)
    if (!other) throw new Failure('not_found', 'There is no such neighbour of this project.')
    await saveDecision(tx, of, { verdict, reason, decidedBy: userIdOf(actor) })
    await audit(tx, actor, {
      act: 'project.overlap',
      subject: `project:${projectId}`,
      ...(other.verdict && { before: { verdict: other.verdict, reason: other.reason } }),
      after: { overlapWith: `${other.projectName} (${other.registry}, ${otherProjectId})`, verdict, reason },
    })
    return listed(tx, actor.tenantId, projectId)
  })
}

async function listed(sql: Sql, tenantId: string, projectId: string): Promise<Overlaps> {
  const items = (await overlapsOf(sql, tenantId, projectId)).map(overlapOf)
  return { items, total: items.length, nextCursor: null }
}

function overlapOf(row: OverlapRow): contract.Overlap {
  const { accountId, verdict, reason, decidedBy, decidedAt, ...other } = row
  const { tenantId, projectId } = other
  return {
    ...other,
    projectKey: formatProjectKey({ tenantId, accountId, projectId }),
    matches: overlapMatches.filter((match) => row[match]),
    decision:
      verdict === null || reason === null || decidedBy === null || decidedAt === null
        ? null
        : { verdict, reason, decidedBy, decidedAt: decidedAt.toISOString() },
  }
}
