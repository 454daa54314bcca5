import type { Sql } from '#server/infra/db/database.ts'
import { readList, type Source } from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { type RangeRow, rangeColumns, rangesShown, stopOf, vintageOf } from '#server/units/ledger/ranges.ts'
import { isProjectFound } from '#server/units/project-search.store.ts'
import type { WalletBalance } from '#shared/contract/wallet.ts'
import { limits } from '#shared/rules/limits.ts'

export type BalanceRow = Pick<
  WalletBalance,
  'assetId' | 'projectId' | 'projectName' | 'vintage' | 'rangeCount' | 'stop'
> &
  Record<'held' | 'locked' | 'retired', bigint> & { projectAccountId: string }

/** Ordered by project name. */
export function balancesBy(
  sql: Sql,
  tenantId: string,
  accountId: string,
  part: Part,
): Promise<Found<BalanceRow & Placed>> {
  const from = sql`
    balance b
    join asset s on s.tenant_id = b.tenant_id and s.id = b.asset_id
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id`
  const within = sql`
    b.tenant_id = ${tenantId} and b.account_id = ${accountId} and (b.held > 0 or b.locked > 0)
    ${part.search ? sql`and ${isProjectFound(sql, tenantId, sql`p.id`, part.search)}` : sql``}`
  const source: Source = {
    from,
    within,
    key: [sql`p.name`, sql`b.asset_id`],
    columns: sql`
      b.asset_id as "assetId", p.id as "projectId", p.account_id as "projectAccountId", p.name as "projectName",
      ${vintageOf(sql)} as vintage, b.held, b.locked, b.retired, ${stopOfHeld(sql)} as stop,
      (select count(*)::int from block k where k.tenant_id = b.tenant_id and k.asset_id = b.asset_id
        and k.account_id = b.account_id and k.state = 'held') as "rangeCount"`,
  }
  return readList(sql, { sources: [source], order: {} }, part)
}

/** The lowest free ranges of each asset: the next movement takes them first. */
export async function freeRangesOf(
  sql: Sql,
  tenantId: string,
  accountId: string,
  assetIds: readonly string[],
): Promise<RangeRow[]> {
  return sql<RangeRow[]>`
    select ${rangeColumns(sql, sql`k.serials`)}
    from unnest(${assetIds as string[]}::text[]) w(id)
    join asset s on s.tenant_id = ${tenantId} and s.id = w.id
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join tenant t on t.id = s.tenant_id
    cross join lateral (
      select b.serials from block b
      where b.tenant_id = s.tenant_id and b.asset_id = s.id and b.account_id = ${accountId} and b.state = 'held'
      order by upper(b.serials) limit ${rangesShown}) k
    order by w.id, lower(k.serials)`
}

/** Fails with `account_not_active` if no unit may leave the account. */
export async function refuseStopped(sql: Sql, tenantId: string, accountId: string): Promise<void> {
  await sql`select fail_if_account_stopped(${tenantId}, ${accountId})`
}

/** Null for an account that cannot be transferred to. */
export async function recipientNamed(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<{ accountId: string; name: string } | null> {
  const [row] = await sql<{ accountId: string; name: string }[]>`
    select id as "accountId", name from account where tenant_id = ${tenantId} and id = ${id} and status = 'active'`
  return row ?? null
}

/** The lowest free ranges that add up to `quantity`, the last one cut to fit; `count` is their number. */
export async function rangesToMove(
  sql: Sql,
  tenantId: string,
  accountId: string,
  assetId: string,
  quantity: number,
  shown: number,
): Promise<{ rows: RangeRow[]; count: number }> {
  const rows = await sql<(RangeRow & { count: number })[]>`
    with taken as (
      select taken as serials, count(*) over () as count from lowest_blocks(${tenantId}, ${assetId}, ${accountId}, ${quantity})
    )
    select ${rangeColumns(sql, sql`k.serials`)}, k.count::int as count
    from taken k
    join asset s on s.tenant_id = ${tenantId} and s.id = ${assetId}
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join tenant t on t.id = s.tenant_id
    order by lower(k.serials) limit ${shown}`
  return { rows, count: rows[0]?.count ?? 0 }
}

/** Null for most projects. */
const stopOfHeld = (sql: Sql) => sql`
  ${stopOf(sql)} || (
    select jsonb_build_object('mayBeClaimed', t.claims_of_stopped_projects)
      || case when t.transfers_of_stopped_projects then '{}' else '{"mayBeTransferred": false}' end::jsonb
    from tenant t where t.id = p.tenant_id)`

export type HeldRow = Pick<WalletBalance, 'assetId' | 'projectName' | 'vintage' | 'stop'> & { held: bigint }

/** An asset that the account never held counts as 0. */
export async function heldOf(
  sql: Sql,
  tenantId: string,
  accountId: string,
  assetIds: readonly string[],
): Promise<HeldRow[]> {
  return sql<HeldRow[]>`
    select s.id as "assetId", p.name as "projectName", ${vintageOf(sql)} as vintage, coalesce(b.held, 0) as held,
      ${stopOfHeld(sql)} as stop
    from asset s
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    left join balance b on b.tenant_id = s.tenant_id and b.asset_id = s.id and b.account_id = ${accountId}
    where s.tenant_id = ${tenantId} and s.id = any (${assetIds as string[]})`
}

/** `assigned` accounts may see the verification; `vintages` counts its period's years. */
type MintedVerification = {
  verificationId: string
  accountId: string
  verifierId: string
  assigned: string[]
  vintages: number
}

/** Omits unknown verifications. */
export async function ownersOfVerifications(
  sql: Sql,
  tenantId: string,
  verificationIds: readonly string[],
): Promise<MintedVerification[]> {
  return sql<MintedVerification[]>`
    select v.id as "verificationId", p.account_id as "accountId", v.account_id as "verifierId", array[v.account_id, m.account_id] as assigned,
      years_of(m.period) as vintages
    from verification v
    join measurement m on m.tenant_id = v.tenant_id and m.id = v.measurement_id
    join project p on p.tenant_id = v.tenant_id and p.id = v.project_id
    where v.tenant_id = ${tenantId} and v.id = any (${[...verificationIds]}) limit ${limits.items}`
}
