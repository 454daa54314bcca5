import type { Sql } from '#server/infra/db/database.ts'
import { readList, type Source } from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'

export type HolderRow = { accountId: string; name: string; units: bigint }

type ProjectOfTenant = { tenantId: string; projectId: string }

/** Largest first. `named` restricts the rows. */
export function holdersOf(
  sql: Sql,
  project: ProjectOfTenant,
  named: readonly string[] | 'all',
  part: Part,
): Promise<Found<HolderRow & Placed>> {
  const source: Source = {
    from: sql`(${holding(sql, project)}) h join account a on a.tenant_id = ${project.tenantId} and a.id = h.account_id`,
    within: named === 'all' ? sql`true` : sql`h.account_id = any (${[...named]}::text[])`,
    columns: sql`h.account_id as "accountId", a.name, h.units`,
    key: [sql`h.units`, sql`h.account_id`],
  }
  return readList(sql, { sources: [source], order: { type: 'number', isDescending: true } }, part)
}

/** The number of all holders. */
export async function countHolders(sql: Sql, project: ProjectOfTenant): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from (${holding(sql, project)}) h`
  return row?.count ?? 0
}

const holding = (sql: Sql, { tenantId, projectId }: ProjectOfTenant) => sql`
  select b.account_id, sum(b.held + b.locked)::bigint as units
  from asset s join balance b on b.tenant_id = ${tenantId} and b.asset_id = s.id
  where s.tenant_id = ${tenantId} and s.project_id = ${projectId} and b.held + b.locked > 0
  group by b.account_id`
