import { actsIn, json, type Sql } from '#server/infra/db/database.ts'
import type { AuditedAct, AuditedField } from '#shared/rules/audited.ts'
import { auditorActor } from '#shared/rules/auditor-link.ts'
import type { QuantityOfYear } from '#shared/rules/calendar-years.ts'
import type { Actor } from '#shared/rules/permissions.ts'

type Facts = Partial<Record<AuditedField, string | number | boolean | null | string[] | readonly QuantityOfYear[]>>

/** `subject` is `kind:id`; `before` and `after` hold the changes and no secrets. */
export type AuditLine = { act: AuditedAct; subject: string; before?: Facts; after?: Facts }

/** Runs in the transaction of the act, so that an act is never without its audit line. */
export async function audit(tx: Sql, actor: Actor, line: AuditLine): Promise<void> {
  actsIn(tx, actor.userId)
  const who = actor.userId ?? (actor.link ? auditorActor + actor.link.id : 'visitor')
  await tx`
    insert into audit_event (tenant_id, actor, act, subject, before, after, address, request_id)
    values (${actor.tenantId}, ${who}, ${line.act}, ${line.subject},
      ${line.before ? json(line.before) : null}, ${line.after ? json(line.after) : null}, ${actor.address}, ${actor.requestId})`
}
