import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { newestFirst, readList, type Source } from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { isProjectFound } from '#server/units/project-search.store.ts'

/** For measurements or verifications. */
export type WorkFilter = {
  /** Accounts of the projects or assigned ones; null for all. */
  accountIds: readonly string[] | null
  status?: string | undefined
  projectId?: string | undefined
}

/** Columns, joins (table `w`, project `p`), state and accounts. */
type Work = { columns: Fragment; from: Fragment; status: Fragment; accounts: Fragment }

/** Newest first. */
export function workBy<Row>(
  sql: Sql,
  { columns, from, status, accounts }: Work,
  tenantId: string,
  { accountIds, status: chosen, projectId }: WorkFilter,
  part: Part,
): Promise<Found<Row & Placed>> {
  const within = sql`
    w.tenant_id = ${tenantId}
    ${accountIds ? sql`and ${accounts} && ${[...accountIds]}::text[]` : sql``}
    ${chosen ? sql`and ${status} = ${chosen}` : sql``}
    ${projectId ? sql`and w.project_id = ${projectId}` : sql``}
    ${part.search ? sql`and ${isProjectFound(sql, tenantId, sql`p.id`, part.search)}` : sql``}`
  const source: Source = { from, within, columns, key: [sql`w.created_at`, sql`w.id`] }
  return readList(sql, { sources: [source], order: newestFirst }, part)
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
