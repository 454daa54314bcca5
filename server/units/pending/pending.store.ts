import { type Fragment, json, type Sql } from '#server/infra/db/database.ts'
import { newestFirst, readList, type Source } from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { type RangeRow, rangeColumns, rangesShown, vintageOf } from '#server/units/ledger/ranges.ts'
import type { PendingAct, Protection } from '#shared/contract/pending.ts'
import type { Refusal } from '#shared/rules/failure.ts'
import type { PendingOutcome, PendingStage } from '#shared/rules/pending.ts'

export type PendingRow = Pick<
  PendingAct,
  | 'pendingId'
  | 'type'
  | 'waitsFor'
  | 'outcome'
  | 'reason'
  | 'beneficiary'
  | 'preparedBy'
  | 'approvedBy'
  | 'endedBy'
  | 'endedReason'
  | 'endedBecause'
  | 'claimId'
> & {
  tenantId: string
  endsAt: Date
  fromId: string
  fromName: string
  toId: string | null
  toName: string | null
  quantity: bigint
  preparedById: string
  preparedAt: Date
  /** Of the sender's account. */
  hasApprovers: boolean
  endedAt: Date | null
}

const nameOf = (sql: Sql, username: Fragment) => sql`(
  select coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username) from app_user u
  where u.tenant_id = p.tenant_id and u.username = ${username})`

const columns = (sql: Sql) => sql`
  p.tenant_id as "tenantId", p.id as "pendingId", p.type, p.waits_for as "waitsFor", p.ends_at as "endsAt", p.outcome,
  p.from_account as "fromId", f.name as "fromName", p.to_account as "toId", r.name as "toName", p.quantity, p.reason,
  p.claim ->> 'beneficiary_name' as beneficiary, p.prepared_by as "preparedById", ${nameOf(sql, sql`p.prepared_by`)} as "preparedBy",
  p.prepared_at as "preparedAt", has_approvers(p.tenant_id, p.from_account) as "hasApprovers",
  ${nameOf(sql, sql`p.approved_by`)} as "approvedBy", p.ended_at as "endedAt",
  ${nameOf(sql, sql`p.ended_by`)} as "endedBy", p.ended_reason as "endedReason", p.ended_because as "endedBecause",
  case p.outcome when 'done' then p.claim ->> 'id' end as "claimId"`

const tables = (sql: Sql) => sql`
  pending_act p
  join account f on f.tenant_id = p.tenant_id and f.id = p.from_account
  left join account r on r.tenant_id = p.tenant_id and r.id = p.to_account`

/** The items `i` of the act `p`, each with its asset `s` and project `o`; a mint that waits may have no asset yet. */
const projectsOf = (sql: Sql) => sql`
  jsonb_array_elements(p.items) i
  left join asset s on s.tenant_id = p.tenant_id and s.id = i ->> 'assetId'
  join project o on o.tenant_id = p.tenant_id and o.id = coalesce(s.project_id, i ->> 'projectId')`

/**
 * Newest first. Recipients see an act once its sender's people have approved it. Without `accountId`: of all accounts, on
 * which the registry decides (shared/rules/pending.ts).
 */
export function pendingOf(
  sql: Sql,
  tenantId: string,
  { accountId, state }: { accountId?: string | undefined; state?: 'waiting' | 'ended' | undefined },
  part: Part,
): Promise<Found<PendingRow & Placed>> {
  const ofState = { waiting: sql`and p.outcome is null`, ended: sql`and p.outcome is not null` }
  const found = part.search
    ? sql`and exists (
        select from ${projectsOf(sql)} where o.name ilike ${`%${part.search.q.replace(/[\\%_]/g, '\\$&')}%`})`
    : sql``
  const source = (whose: Fragment): Source => ({
    from: tables(sql),
    within: sql`p.tenant_id = ${tenantId} and ${whose} ${state ? ofState[state] : sql``} ${found}`,
    columns: columns(sql),
    key: [sql`p.prepared_at`, sql`p.id`],
  })
  if (accountId === undefined) {
    const decided = source(sql`p.type in ('mint', 'burn')`)
    return readList(sql, { sources: [decided], order: newestFirst }, part)
  }
  const sent = source(sql`p.from_account = ${accountId}`)
  const received = source(sql`p.to_account = ${accountId} and p.from_account <> ${accountId} and ${isOffered(sql)}`)
  return readList(sql, { sources: [sent, received], order: newestFirst }, part)
}

const isOffered = (sql: Sql) => sql`(p.waits_for <> 'approval' or p.outcome = 'done')`

/** Null for an act that people of `accountIds` may not see; `accountIds` null: of the whole registry. */
export async function pendingById(
  sql: Sql,
  tenantId: string,
  id: string,
  accountIds: readonly string[] | null,
): Promise<PendingRow | null> {
  const [row] = await sql<PendingRow[]>`
    select ${columns(sql)} from ${tables(sql)}
    where p.tenant_id = ${tenantId} and p.id = ${id}
      ${accountIds ? sql`and (p.from_account = any (${[...accountIds]}) or p.to_account = any (${[...accountIds]}) and ${isOffered(sql)})` : sql``}`
  return row ?? null
}

export type PendingItemRow = {
  pendingId: string
  assetId: string
  /** Of a mint. */
  verificationId: string | null
  verifierId: string | null
  projectName: string
  vintage: string
  quantity: bigint
}

export async function itemsOf(sql: Sql, tenantId: string, pendingIds: readonly string[]): Promise<PendingItemRow[]> {
  return sql<PendingItemRow[]>`
    select p.id as "pendingId", i ->> 'assetId' as "assetId", v.id as "verificationId", v.account_id as "verifierId",
      o.name as "projectName", coalesce(${vintageOf(sql)}, i ->> 'year') as vintage, (i ->> 'quantity')::bigint as quantity
    from pending_act p
    cross join lateral ${projectsOf(sql)}
    left join verification v on v.tenant_id = p.tenant_id and v.id = i ->> 'verificationId'
    where p.tenant_id = ${tenantId} and p.id = any (${[...pendingIds]}) order by o.name, "assetId"`
}

/** The first ranges of each asset: locked, or moved. */
export async function rangesOfPending(
  sql: Sql,
  tenantId: string,
  pendingIds: readonly string[],
): Promise<(RangeRow & { pendingId: string })[]> {
  return sql<(RangeRow & { pendingId: string })[]>`
    select a.id as "pendingId", ${rangeColumns(sql, sql`k.serials`)}
    from pending_act a, jsonb_array_elements(a.items) i
    join asset s on s.tenant_id = ${tenantId} and s.id = i ->> 'assetId'
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join tenant t on t.id = s.tenant_id
    cross join lateral (
      (select b.serials from block b
        where a.outcome is null and b.tenant_id = s.tenant_id and b.asset_id = s.id and b.account_id = a.from_account
          and b.state = 'locked' and b.pending_id = a.id
        order by upper(b.serials) limit ${rangesShown})
      union all
      (select e.serials from entry e
        where a.outcome = 'done' and e.tenant_id = s.tenant_id and e.transaction_id = a.id and e.asset_id = s.id
        order by e.ordinal limit ${rangesShown})
    ) k
    where a.tenant_id = ${tenantId} and a.id = any (${[...pendingIds]})
    order by s.id, lower(k.serials)`
}

type Stage = { tenantId: string; pendingId: string; waitsFor: PendingStage }

/** Returns the next stage, or null with the movement made. `userId` null: the time for undoing is over. */
export async function proceed(
  tx: Sql,
  { tenantId, pendingId, waitsFor }: Stage,
  userId: string | null,
): Promise<PendingStage | null> {
  const [row] = await tx<{ next: PendingStage | null }[]>`
    select pending_proceed(${tenantId}, ${pendingId}, ${waitsFor}, ${userId}) as next`
  return row?.next ?? null
}

/** The units are free again. `userId` null: the registry ends the act; `because`: the refusal for which the act failed. */
export async function end(
  tx: Sql,
  { tenantId, pendingId, waitsFor }: Stage,
  {
    outcome,
    userId,
    reason = null,
    because = null,
  }: { outcome: PendingOutcome; userId: string | null; reason?: string | null; because?: Refusal | null },
): Promise<void> {
  await tx`select pending_end(${tenantId}, ${pendingId}, ${waitsFor}, ${outcome}, ${userId}, ${reason},
      ${because && json(because)})`
}

/** Acts whose stage has ended, the longest ago first. */
export async function dueActs(sql: Sql, limit: number): Promise<Stage[]> {
  return sql<Stage[]>`
    select tenant_id as "tenantId", id as "pendingId", waits_for as "waitsFor" from pending_act
    where outcome is null and ends_at <= now() order by ends_at limit ${limit}`
}

/**
 * `actedBy`: who brought the act to its stage or end, and need not be told; null for the server. `approvers`: who may
 * approve, where the account has approvers.
 */
export type Untold = PendingRow & { projects: string; actedBy: string | null; approvers: string[] }

/** Acts whose newest stage or outcome nobody was told, locked until the transaction ends. */
export async function untoldActs(tx: Sql, limit: number): Promise<Untold[]> {
  return tx<Untold[]>`
    select ${columns(tx)}, case when p.outcome is null then coalesce(p.approved_by, p.prepared_by) else p.ended_by end as "actedBy", (
      select string_agg(distinct o.name, ', ')
      from ${projectsOf(tx)}) as projects,
      case when has_approvers(p.tenant_id, p.from_account)
        then array(select a.username from approvers_of(p.tenant_id, p.from_account, p.prepared_by) a) else '{}' end as approvers
    from ${tables(tx)}
    where p.told is distinct from coalesce(p.outcome, p.waits_for) order by p.prepared_at limit ${limit}
    for no key update of p skip locked`
}

export async function setTold(
  tx: Sql,
  acts: readonly { tenantId: string; pendingId: string; told: string }[],
): Promise<void> {
  await tx`
    update pending_act p set told = t.told
    from jsonb_to_recordset(${json(acts)}) t("tenantId" text, "pendingId" text, told text)
    where p.tenant_id = t."tenantId" and p.id = t."pendingId"`
}

/** For what an act would wait first; null: for nothing. */
export async function nextWait(
  sql: Sql,
  tenantId: string,
  { type, from, to, quantity }: { type: PendingAct['type']; from: string; to: string | null; quantity: number },
): Promise<{ waitsFor: PendingStage; endsAt: Date } | null> {
  const [row] = await sql<{ waitsFor: PendingStage; endsAt: Date }[]>`
    select waits_for as "waitsFor", ends_at as "endsAt"
    from next_wait(${tenantId}, ${type}, ${from}, ${to}, ${quantity}, false)`
  return row ?? null
}

export async function protectionOf(sql: Sql, tenantId: string, accountId: string): Promise<Protection> {
  const [row] = await sql<Protection[]>`
    select jsonb_build_object('approvalFrom', a.approval_from, 'acceptsTransfers', a.accepts_transfers) as own,
      jsonb_build_object('approvalFrom', t.approval_from, 'acceptsTransfers', t.accepts_transfers,
        'undoClaimsMinutes', t.undo_claims_minutes, 'undoTransfersMinutes', t.undo_transfers_minutes) as registry
    from account a join tenant t on t.id = a.tenant_id
    where a.tenant_id = ${tenantId} and a.id = ${accountId}`
  if (!row) throw new Error('A member’s account has no row.')
  return row
}
