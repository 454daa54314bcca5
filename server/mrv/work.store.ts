import type { Fragment, Sql } from '#server/infra/db/database.ts'
import type { Found, Part } from '#server/infra/db/pages.ts'
import { holds } from '#server/infra/db/search.ts'

/** For measurements or verifications. */
export type WorkFilter = {
  /** Accounts of the projects or assigned ones; null for all. */
  accountIds: readonly string[] | null
  status?: string | undefined
  projectId?: string | undefined
  q?: string | undefined
}

/** Columns, joins (table `w`, project `p`), state and accounts. */
type Work = { columns: Fragment; from: Fragment; status: Fragment; accounts: Fragment }

/** Newest first. */
export async function workBy<Row>(
  sql: Sql,
  { columns, from, status, accounts }: Work,
  tenantId: string,
  filter: WorkFilter,
  { after, limit }: Part,
): Promise<Found<Row>> {
  const accountIds = filter.accountIds && [...filter.accountIds]
  const matching = sql`
    w.tenant_id = ${tenantId}
    ${accountIds ? sql`and ${accounts} && ${accountIds}::text[]` : sql``}
    ${filter.status ? sql`and ${status} = ${filter.status}` : sql``}
    ${filter.projectId ? sql`and w.project_id = ${filter.projectId}` : sql``}
    ${filter.q ? sql`and ${holds(sql, sql`p.words`, filter.q)}` : sql``}`
  const [rows, [count]] = await Promise.all([
    sql<Row[]>`
      select ${columns} from ${from} where ${matching}
        ${after ? sql`and (w.created_at, w.id) < (${after.value}::text::timestamptz, ${after.id})` : sql``}
      order by w.created_at desc, w.id desc limit ${limit}`,
    sql<{ total: number }[]>`select count(*)::int as total from ${from} where ${matching}`,
  ])
  return { rows, total: count?.total ?? 0 }
}

/** Rows assigned to these accounts, by state. */
export function countByStatus<Status extends string>(
  sql: Sql,
  { from, status }: Pick<Work, 'from' | 'status'>,
  tenantId: string,
  accountIds: readonly string[],
): Promise<{ status: Status; count: number }[]> {
  return sql<{ status: Status; count: number }[]>`
    select ${status} as status, count(*)::int as count from ${from}
    where w.tenant_id = ${tenantId} and w.account_id = any (${[...accountIds]}::text[]) group by 1 order by 1`
}
