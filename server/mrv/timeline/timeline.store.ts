import type { Sql } from '#server/infra/db/database.ts'
import { counted, type Found, type Part } from '#server/infra/db/pages.ts'
import { isoTime } from '#server/infra/db/times.ts'

/** One act on a project or on something of it. */
export type TimelineRow = {
  id: string
  at: Date
  act: string
  kind: 'project' | 'measurement' | 'verification' | 'transaction'
  subjectId: string
  periodStart: string | null
  periodEnd: string | null
  /** Of whoever acted; null for somebody without an account and for programs. */
  accountId: string | null
  account: string | null
  person: string | null
  /** The provider that the measurement or the verification is assigned to. */
  providerId: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  sortValue: string
}

/** A part of what happened to a project, newest first; with `acts` these alone. Reads people: it runs in a tenant's transaction. */
export async function timelineOf(
  tx: Sql,
  tenantId: string,
  projectId: string,
  acts: readonly string[] | null,
  { after, limit }: Part,
): Promise<Found<TimelineRow>> {
  const rows = await tx<(TimelineRow & { total: bigint })[]>`
    with thing as (
      select 'project' as kind, ${projectId} as id, null::daterange as period, null as provider_id
      union all
      select 'measurement', m.id, m.period, m.account_id from measurement m
      where m.tenant_id = ${tenantId} and m.project_id = ${projectId}
      union all
      select 'verification', v.id, m.period, v.account_id
      from verification v join measurement m on m.tenant_id = v.tenant_id and m.id = v.measurement_id
      where v.tenant_id = ${tenantId} and v.project_id = ${projectId}
    ),
    happened as materialized (
      select e.at, 'a' || lpad(e.sequence::text, 20, '0') as id, e.act, thing.kind, thing.id as subject_id, thing.period,
        thing.provider_id, e.actor, e.before, e.after
      from thing join audit_event e on e.tenant_id = ${tenantId} and e.subject = thing.kind || ':' || thing.id
      where (e.after ? 'status' or e.after ? 'sha256') ${acts ? tx`and e.act = any (${[...acts]}::text[])` : tx``}
      union all
      select t.occurred_at, 't' || lpad(t.sequence::text, 20, '0'), 'units.mint', 'transaction', t.id, null, null, t.actor,
        null, jsonb_build_object('quantity', t.quantity)
      from transaction t
      where t.tenant_id = ${tenantId} and t.type = 'mint' and t.id in (
        select e.transaction_id from asset s
        join entry e on e.tenant_id = s.tenant_id and e.asset_id = s.id and e.from_account is null
        where s.tenant_id = ${tenantId} and s.project_id = ${projectId})
    )
    select found.total, h.id, h.at, h.act, h.kind, h.subject_id as "subjectId", lower(h.period)::text as "periodStart",
      (upper(h.period) - 1)::text as "periodEnd", u.account_id as "accountId", a.name as account,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as person, h.provider_id as "providerId", h.before, h.after,
      ${isoTime(tx, tx`h.at`)} as "sortValue"
    from (select ${counted(tx, tx`select from happened`)} as total) found
    left join lateral (
      select * from happened ${after ? tx`where (at, id) < (${after.value}::text::timestamptz, ${after.id})` : tx``}
      order by at desc, id desc limit ${limit}
    ) h on true
    left join app_user u on u.tenant_id = ${tenantId} and u.username = h.actor
    left join account a on a.tenant_id = ${tenantId} and a.id = u.account_id
    order by h.at desc, h.id desc`
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}
