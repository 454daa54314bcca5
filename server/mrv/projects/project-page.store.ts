import type { Sql } from '#server/infra/db/database.ts'
import { type RangeRow, rangeColumns, rangesShown, vintageOf } from '#server/units/ledger/ranges.ts'
import type { Asset } from '#shared/contract/projects.ts'

export type AssetRow = Pick<
  Asset,
  'assetId' | 'vintage' | 'batch' | 'verificationId' | 'rangeCount' | 'transactionId'
> &
  Record<'verified' | 'issued' | 'held' | 'locked' | 'retired' | 'cancelled', bigint>

const maxAssets = 500

/** Newest batch first. */
export async function assetsOf(sql: Sql, tenantId: string, projectId: string): Promise<AssetRow[]> {
  return sql<AssetRow[]>`
    select s.id as "assetId", ${vintageOf(sql)} as vintage, s.batch, s.verification_id as "verificationId",
      s.verified_quantity as verified, s.issued, coalesce(b.held, 0)::bigint as held,
      coalesce(b.locked, 0)::bigint as locked, coalesce(b.retired, 0)::bigint as retired,
      coalesce(b.cancelled, 0)::bigint as cancelled,
      (select count(*)::int from (${issuedRanges(sql)}) r) as "rangeCount",
      (select e.transaction_id from entry e join transaction x on x.tenant_id = e.tenant_id and x.id = e.transaction_id
        where e.tenant_id = s.tenant_id and e.asset_id = s.id and e.from_account is null
        order by x.occurred_at desc, x.id desc limit 1) as "transactionId"
    from asset s
    left join lateral (
      select sum(held) as held, sum(locked) as locked, sum(retired) as retired, sum(cancelled) as cancelled
      from balance b where b.tenant_id = s.tenant_id and b.asset_id = s.id
    ) b on true
    where s.tenant_id = ${tenantId} and s.project_id = ${projectId}
    order by s.batch desc limit ${maxAssets}`
}

/** The first minted ranges per asset. */
export async function issuedRangesOf(sql: Sql, tenantId: string, projectId: string): Promise<RangeRow[]> {
  return sql<RangeRow[]>`
    select ${rangeColumns(sql, sql`r.serials`)}
    from asset s
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join tenant t on t.id = s.tenant_id
    join lateral (select r.serials from (${issuedRanges(sql)}) r order by r.serials limit ${rangesShown}) r on true
    where s.tenant_id = ${tenantId} and s.project_id = ${projectId}
    order by s.batch desc, r.serials limit ${maxAssets * rangesShown}`
}

/** Minted ranges of asset `s`, merged. */
const issuedRanges = (sql: Sql) => sql`
  select unnest(range_agg(e.serials)) as serials from entry e
  where e.tenant_id = s.tenant_id and e.asset_id = s.id and e.from_account is null`

export async function accountNames(
  sql: Sql,
  tenantId: string,
  ids: readonly (string | null)[],
): Promise<{ accountId: string; name: string }[]> {
  return sql<{ accountId: string; name: string }[]>`
    select id as "accountId", name from account
    where tenant_id = ${tenantId} and id = any (${ids.filter((id) => id !== null)}) limit ${ids.length}`
}

/** What an import tells beyond the project's own columns; null for projects that began here. */
export async function importedFactsOf(
  sql: Sql,
  tenantId: string,
  projectId: string,
): Promise<{ verifier: string | null } | null> {
  const [row] = await sql<{ verifier: string | null }[]>`
    select nullif(source ->> 'verifier', '') as verifier from imported_row
    where tenant_id = ${tenantId} and kind = 'project' and key = ${projectId}`
  return row ?? null
}
