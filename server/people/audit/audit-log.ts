import { inTenant } from '#server/infra/db/database.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { AuditActor, AuditLine, listAudit, listAuditActors } from '#shared/contract/audit.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import { type Actor, reachOf } from '#shared/rules/permissions.ts'
import { actorsNamed, auditLines } from './audit.store.ts'
import { withNames } from './subjects.ts'

/** Returns the lines that the caller may read, newest first. */
export function auditLog(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  query: ValidQueryOf<typeof listAudit>,
): Promise<Page<AuditLine>> {
  const filter = { ...query, accountIds: readableTo(actor) }
  return pageOf(query, {
    correct: corrector(sql, actor, actor.tenantId),
    read: (part) =>
      inTenant(sql, actor.tenantId, async (tx) => {
        const { rows, ...found } = await auditLines(tx, actor.tenantId, filter, part)
        const lines = await withNames(tx, actor, rows)
        return { ...found, rows: lines.map((line) => ({ ...line, sortValue: String(line.sequence), sortId: '' })) }
      }),
    itemOf: (line) => line,
  })
}

const shownActors = 20

/** Returns the people whose acts the caller may read. */
export async function auditActors(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  { q }: ValidQueryOf<typeof listAuditActors>,
): Promise<{ items: AuditActor[] }> {
  const filter = { q, accountIds: readableTo(actor) }
  return { items: await inTenant(sql, actor.tenantId, (tx) => actorsNamed(tx, actor.tenantId, filter, shownActors)) }
}

/** Null: the whole tenant. */
function readableTo(actor: Actor): readonly string[] | null {
  return reachOf(actor, 'audit.read') === 'tenant' ? null : actor.adminOf
}
