import { inTenant } from '#server/infra/db/database.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { AuditActor, AuditLine, listAudit, listAuditActors } from '#shared/contract/audit.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import { type Actor, reachOf } from '#shared/rules/permissions.ts'
import { actorsNamed, auditBefore, auditCount } from './audit.store.ts'
import { withNames } from './subjects.ts'

type AuditQuery = ValidQueryOf<typeof listAudit>

/** Returns the lines that the caller may read, newest first. */
export function auditLog(deps: InfraDeps, actor: Actor, query: AuditQuery): Promise<Page<AuditLine>> {
  return linesOf(deps, actor, query, auditCount)
}

/** Without the total, which would count the whole log for each part of an export. */
export function auditPart(deps: InfraDeps, actor: Actor, query: AuditQuery): Promise<Page<AuditLine>> {
  return linesOf(deps, actor, query, async () => 0n)
}

function linesOf({ sql }: InfraDeps, actor: Actor, query: AuditQuery, count: typeof auditCount) {
  const filter = { ...query, accountIds: readableTo(actor) }
  return pageOf(query, {
    sortedBy: 'number',
    read: (part) =>
      inTenant(sql, actor.tenantId, async (tx) => {
        const [rows, total] = await Promise.all([
          auditBefore(tx, actor.tenantId, filter, part),
          count(tx, actor.tenantId, filter),
        ])
        return { rows: await withNames(tx, actor, rows), total }
      }),
    placeOf: ({ sequence }) => ({ value: String(sequence), id: '' }),
    itemOf: (line) => line,
  })
}

const shownActors = 20

/** Returns the people whose acts the caller may read. */
export async function auditActors(
  { sql }: InfraDeps,
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
