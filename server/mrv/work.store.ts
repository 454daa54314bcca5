import type { Fragment, Sql } from '#server/infra/db/database.ts'
import type { Found, Part } from '#server/infra/db/pages.ts'
import { holds } from '#server/infra/db/search.ts'

/** Which measurements or verifications are looked for. */
export type WorkFilter = {
  /** Only those of these accounts' projects and those assigned to them; null for all of the tenant. */
  accountIds: readonly string[] | null
  status?: string | undefined
  projectId?: string | undefined
  q?: string | undefined
}

/** Where they are read from: their columns, their table `w` joined with its project `p`, what their state is, and whose they are. */
type Work = { columns: Fragment; from: Fragment; status: Fragment; accounts: Fragment }

/** A part of the measurements or verifications that the filter finds, newest first. */
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

/** How many rows of a table `w` are assigned to one of these accounts, by state. */
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
