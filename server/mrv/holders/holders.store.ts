import type { Sql } from '#server/infra/db/database.ts'
import type { Found, Part } from '#server/infra/db/pages.ts'

export type HolderRow = { accountId: string; name: string; units: bigint }

/** Largest first. `named` restricts the rows; `accounts` counts all holders. */
export async function holdersOf(
  sql: Sql,
  { tenantId, projectId }: { tenantId: string; projectId: string },
  named: readonly string[] | 'all',
  { after, limit }: Part,
): Promise<Found<HolderRow> & { accounts: bigint }> {
  const holding = sql`
    select b.account_id, sum(b.held + b.locked)::bigint as units
    from asset s join balance b on b.tenant_id = ${tenantId} and b.asset_id = s.id
    where s.tenant_id = ${tenantId} and s.project_id = ${projectId} and b.held + b.locked > 0
    group by b.account_id`
  const rows = await sql<(HolderRow & { accounts: bigint; total: bigint })[]>`
    with h as materialized (${holding}), t as materialized (
      select * from h ${named === 'all' ? sql`` : sql`where h.account_id = any (${[...named]}::text[])`})
    select n.accounts, n.total, t.account_id as "accountId", a.name, t.units
    from (select (select count(*) from h) as accounts, (select count(*) from t) as total) n
    left join lateral (
      select * from t ${after ? sql`where (t.units, t.account_id) < (${after.value}::bigint, ${after.id})` : sql``}
      order by t.units desc, t.account_id desc limit ${limit}
    ) t on true
    left join account a on a.tenant_id = ${tenantId} and a.id = t.account_id
    order by t.units desc, t.account_id desc`
  const [{ accounts = 0n, total = 0n } = {}] = rows
  return { rows: rows.filter(({ accountId }) => accountId !== null), total, accounts }
}
