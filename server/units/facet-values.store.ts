import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { exactly } from '#server/infra/db/forgiving.ts'
import { finds } from '#server/infra/db/search.ts'

/** A project without a standard is under the registry's own. */
export const standardOf = (sql: Sql, tenantId: string): Fragment =>
  sql`coalesce(nullif(p.standard, ''), (select name from tenant where id = ${tenantId}))`

/** Whether the methodology version with id `c.value` has this name. */
export const isMethodologyCalled = (sql: Sql, tenantId: string, find: string): Fragment => sql`c.value in (
  select m.id from methodology m
  where m.tenant_id = ${tenantId} and ${finds(sql, sql`search_words(m.name || ' ' || m.version)`, exactly(find))})`

/** Names with versions, by id. */
export async function methodologyNames(
  sql: Sql,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select id, concat(name, ' (' || nullif(version, '') || ')') as name from methodology
    where tenant_id = ${tenantId} and id = any (${[...ids]}::text[]) limit ${ids.length}`
  return new Map(rows.map(({ id, name }) => [id, name]))
}
