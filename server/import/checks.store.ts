import { identifier, type Sql } from '#server/infra/db/database.ts'
import { type Kind, settledColumns } from './staging.store.ts'

/**
 * Checks projects against each other and the registry. Each statement marks rows as known from an earlier load, or sets
 * them aside with column, value and reason; the order matters.
 */
export async function checkProjects(sql: Sql, tenant: string): Promise<void> {
  await checkRepeated(sql, 'project', 'project_id')
  await checkKnown(sql, tenant, 'project', 'project_id')
  await sql`
    update staged_project s set aside_column = 'project_id', aside_value = s.project_id,
      aside_reason = 'is the id of a project that was not imported'
    from project p
    where s.aside_reason is null and not s.is_known and p.tenant_id = ${tenant} and p.id = s.project_id`
}

async function checkRepeated(sql: Sql, kind: Kind, key: 'project_id' | 'mint_id'): Promise<void> {
  const [staged, column] = [identifier(`staged_${kind}`), identifier(key)]
  await sql`
    update ${staged} s set aside_column = ${key}, aside_value = s.${column},
      aside_reason = format('stands in line %s already', twin.first_line)
    from (select line, min(line) over (partition by ${column}) as first_line from ${staged}) twin
    where twin.line = s.line and twin.first_line < s.line`
}

/**
 * Rows of an earlier load become known, those that fill empty fields also `has_more`; rows that differ are set aside
 * with the first such column.
 */
async function checkKnown(sql: Sql, tenant: string, kind: Kind, key: 'project_id' | 'mint_id') {
  const staged = identifier(`staged_${kind}`)
  await sql`
    update ${staged} s set is_known = difference.column is null,
      has_more = difference.column is null and n.source <> i.source, aside_column = difference.column,
      aside_value = difference.value, aside_reason = 'was loaded before as ' || quote_literal(difference.before)
    from ${staged} n
    join imported_row i on i.tenant_id = ${tenant} and i.kind = ${kind} and i.key = n.${identifier(key)}
    left join lateral (
      select name as "column", coalesce(n.source ->> name, '') as value, coalesce(i.source ->> name, '') as before
      from jsonb_object_keys(n.source || i.source) name
      where n.source -> name is distinct from i.source -> name
        and (i.source ? name or name = any (${settledColumns[kind]}::text[]))
      order by name limit 1
    ) difference on true
    where n.line = s.line and s.aside_reason is null`
}

/** A mint and its blocks stand or fall together, because half a mint would leave units unaccounted for. */
export async function checkMints(sql: Sql, tenant: string): Promise<void> {
  await checkRepeated(sql, 'mint', 'mint_id')
  await checkKnownMints(sql, tenant)
  await sql`
    update staged_mint s set aside_column = 'project_id', aside_value = s.project_id,
      aside_reason = 'is no imported project: it is missing, or it was set aside'
    where s.aside_reason is null and not s.is_known
      and not exists (select from staged_project p where p.project_id = s.project_id and p.aside_reason is null)
      and not exists (select from imported_row i where i.tenant_id = ${tenant} and i.kind = 'project' and i.key = s.project_id)`
  await checkBlocks(sql, tenant)
  await sql`
    update staged_mint s set aside_column = 'quantity', aside_value = s.quantity::text, aside_reason = case
        when coalesce(b.blocks, 0) = 0 then 'has no blocks in the ledger'
        when b.refused > 0 then format('%s of its blocks were set aside', b.refused)
        else format('its blocks add up to %s', b.quantity) end
    from staged_mint m left join (
      select mint_id, count(*) as blocks, count(aside_reason) as refused, sum(last - first + 1) as quantity
      from staged_block group by mint_id
    ) b on b.mint_id = m.mint_id
    where m.line = s.line and s.aside_reason is null and not s.is_known
      and (b.quantity is distinct from s.quantity or b.refused > 0)`
  await sql`
    update staged_block b set aside_column = 'mint_id', aside_value = b.mint_id,
      aside_reason = format('its mint was set aside: %s %s', m.aside_column, m.aside_reason)
    from staged_mint m
    where m.mint_id = b.mint_id and m.aside_reason is not null and b.aside_reason is null
      and not exists (select from staged_mint kept where kept.mint_id = b.mint_id and kept.aside_reason is null)`
}

/** A known mint must have all its blocks unchanged, or none is touched. */
async function checkKnownMints(sql: Sql, tenant: string): Promise<void> {
  await checkKnown(sql, tenant, 'mint', 'mint_id')
  await sql`
    update staged_mint s set aside_column = 'mint_id', aside_value = s.mint_id,
      aside_reason = 'is the id of an asset that was not imported'
    from asset a
    where s.aside_reason is null and not s.is_known and a.tenant_id = ${tenant} and a.id = s.mint_id`
  await sql`
    update staged_block b set is_known = true, has_more = b.source <> i.source
    from staged_mint m, asset a, imported_row i
    where m.mint_id = b.mint_id and m.is_known and a.tenant_id = ${tenant} and a.id = b.mint_id
      and i.tenant_id = ${tenant} and i.kind = 'block' and i.key = a.series || ':' || b.first and b.source @> i.source
      and not (b.source - array(select jsonb_object_keys(i.source))) ?| ${settledColumns.block}::text[]`
  await sql`
    update staged_mint s set is_known = false, aside_column = 'mint_id', aside_value = s.mint_id,
      aside_reason = format('was loaded before with other blocks: %s of %s units are the same', coalesce(b.known, 0), s.quantity)
    from staged_mint m left join (
      select mint_id, sum(last - first + 1) filter (where is_known) as known, bool_and(is_known) as all_known
      from staged_block group by mint_id
    ) b on b.mint_id = m.mint_id
    where m.line = s.line and s.is_known and (b.known is distinct from s.quantity or not b.all_known)`
  await sql`
    update staged_block b set is_known = false
    from staged_mint m where m.mint_id = b.mint_id and m.aside_reason is not null and b.is_known`
}

async function checkBlocks(sql: Sql, tenant: string): Promise<void> {
  await sql`
    update staged_block b set aside_column = 'mint_id', aside_value = b.mint_id, aside_reason = 'is no mint that could be read'
    where not exists (select from staged_mint m where m.mint_id = b.mint_id)`
  await sql`
    update staged_block b set aside_column = unlike.column, aside_value = unlike.value, aside_reason = 'is not what its mint says'
    from staged_block n join staged_mint m on m.mint_id = n.mint_id, lateral (
      select * from (values
        ('project_id', n.project_id, m.project_id),
        ('serial_space', n.space, m.space),
        ('vintage_start', n.vintage_start::text, m.vintage_start::text),
        ('vintage_end', n.vintage_end::text, m.vintage_end::text),
        ('issuance_date', n.issued_on::text, m.issued_on::text)
      ) fact("column", value, expected)
      where value <> expected limit 1
    ) unlike
    where n.line = b.line and m.aside_reason is null and b.aside_reason is null`
  // Sorted by first number, a block overlaps if an earlier one reaches it, or it reaches the next.
  await sql`
    update staged_block b set aside_column = 'serial_start', aside_value = b.first::text,
      aside_reason = format('serial numbers %s to %s are in another block too, here or in the ledger', b.first, b.last)
    from (
      select line, first, last,
        max(last) over (partition by space order by first, line rows between unbounded preceding and 1 preceding) as reached,
        lead(first) over (partition by space order by first, line) as next_first
      from (
        select line, space, first, last from staged_block
        where not exists (select from asset where tenant_id = ${tenant} and id = mint_id)
        union all
        select null, series_name, lower(serials), upper(serials) - 1
        from block held join (
          select distinct series, series_name from asset where tenant_id = ${tenant} and series_name is not null
        ) named on named.series = held.series
      ) placed
    ) neighbours
    where neighbours.line = b.line and b.aside_reason is null
      and (neighbours.first <= reached or neighbours.last >= next_first)`
}

export type Counts = Record<'rows' | 'known' | 'more' | 'aside' | 'claims', number> &
  Record<'units' | 'claimed', bigint>

/** `known` includes `more`; units and claims exclude rows set aside. */
export async function countStaged(sql: Sql, kind: Kind): Promise<Counts> {
  const units = { project: sql`0`, mint: sql`quantity`, block: sql`last - first + 1` }[kind]
  const isClaim = kind === 'block' ? sql`retired_on is not null` : sql`false`
  const [counts] = await sql<Counts[]>`
    select count(*)::int as rows, count(*) filter (where is_known)::int as known,
      count(*) filter (where is_known and has_more)::int as more, count(aside_reason)::int as aside,
      coalesce(sum(${units}) filter (where aside_reason is null), 0)::bigint as units,
      coalesce(sum(${units}) filter (where aside_reason is null and ${isClaim}), 0)::bigint as claimed,
      count(*) filter (where aside_reason is null and ${isClaim})::int as claims
    from ${identifier(`staged_${kind}`)}`
  return counts!
}

export type AsideRow = { line: bigint; column: string; value: string; reason: string }

/** In file order. */
export function rowsSetAside(sql: Sql, kind: Kind): AsyncIterable<AsideRow[]> {
  return sql<AsideRow[]>`
    select line, aside_column as "column", coalesce(aside_value, '') as value, aside_reason as reason
    from ${identifier(`staged_${kind}`)} where aside_reason is not null order by line`.cursor(1_000)
}
