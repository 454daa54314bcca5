import type { Sql } from '#server/infra/db/database.ts'

export type Table = { schema: string; name: string; columns: string[] }

/** Bookkeeping of migrations, which recreate it. */
const migrationTables = ['migration', 'current_file']

/** Without relations of extensions. */
const isOwnTable = (sql: Sql) => sql`
  n.nspname in ('public', 'identity')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** Our tables with their stored columns, each after the tables that it references. */
export async function tablesOf(sql: Sql): Promise<Table[]> {
  const rows = await sql<(Table & { oid: bigint; refersTo: bigint[] })[]>`
    select c.oid::bigint as oid, n.nspname::text as schema, c.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select k.confrelid::bigint from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${isOwnTable(sql)} and c.relkind = 'r' and c.relname <> all (${migrationTables})
    order by 2, 3`
  const sorted: Table[] = []
  const placed = new Set<bigint>()
  while (placed.size < rows.length) {
    const next = rows.filter(({ oid, refersTo }) => !placed.has(oid) && refersTo.every((each) => placed.has(each)))
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.')
    for (const { oid, schema, name, columns } of next) {
      placed.add(oid)
      sorted.push({ schema, name, columns })
    }
  }
  return sorted
}

/** Quoted by PostgreSQL: `copy "schema"."table" ("column", …)`. */
export async function copyText(sql: Sql, { schema, name, columns }: Table): Promise<string> {
  const [row] = await sql<{ text: string }[]>`
    select format('copy %I.%I (%s)', ${schema}::text, ${name}::text,
      (select string_agg(quote_ident(c), ', ' order by place) from unnest(${columns}::text[]) with ordinality as u(c, place))) as text`
  return row?.text ?? ''
}

export async function isEmpty(sql: Sql): Promise<boolean> {
  const found = await sql`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${isOwnTable(sql)} limit 1`
  return found.length === 0
}

export async function countRows(sql: Sql, { schema, name }: Table): Promise<number> {
  const [copy] = await sql<{ text: string }[]>`
    select format('select count(*)::int as rows from %I.%I', ${schema}::text, ${name}::text) as text`
  const [row] = await sql.unsafe<{ rows: number }[]>(copy?.text ?? '')
  return row?.rows ?? 0
}

export type SequenceValue = { schema: string; name: string; value: string }

export function sequencesOf(sql: Sql): Promise<SequenceValue[]> {
  return sql<SequenceValue[]>`
    select schemaname::text as schema, sequencename::text as name, last_value::text as value from pg_sequences
    where schemaname in ('public', 'identity') and last_value is not null order by 1, 2`.then((rows) => [...rows])
}

export async function setSequence(sql: Sql, { schema, name, value }: SequenceValue): Promise<void> {
  await sql`select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass, ${value}::bigint)`
}

export async function tenantIds(sql: Sql): Promise<string[]> {
  return (await sql<{ id: string }[]>`select id from tenant order by id`).map(({ id }) => id)
}
