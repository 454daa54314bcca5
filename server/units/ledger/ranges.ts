import type { Fragment, Sql } from '#server/infra/db/database.ts'
import type { AskedSerial } from '#shared/rules/asked-code.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { type SerialParts, serialLabel } from '#shared/rules/serials.ts'

/** A range of serial numbers: its asset, its bounds, both inclusive, and what its label is made of. */
export type RangeRow = SerialParts & { assetId: string; first: bigint; last: bigint }

/** How many ranges a list shows of each asset; the rest it only counts. */
export const rangesShown = 3

/** The columns of a RangeRow from a range, its asset `s`, its project `p` and its tenant `t`. */
export const rangeColumns = (sql: Sql, range: Fragment) => sql`
  s.id as "assetId", lower(${range}) as first, upper(${range}) - 1 as last, t.serial_prefix as prefix, s.country,
  p.number as "projectNumber", ${vintageOf(sql)} as vintage, s.batch`

/** The vintage of an asset `s` as text: the year in which its period ends. */
export const vintageOf = (sql: Sql) => sql`extract(year from upper(s.vintage) - 1)::text`

/**
 * A table for `from`: the last movements, as `transaction_id`, of the units that serial numbers name. The block of what is
 * retired or cancelled names its movement; held units are joined to others, so their entries are asked.
 */
export const movementsNamed = (sql: Sql, tenantId: string, serials: readonly AskedSerial[]) => sql`(
  select case when k.state in ('retired', 'cancelled') then k.transaction_id else (
      select e.transaction_id from entry e
      join transaction x on x.tenant_id = e.tenant_id and x.id = e.transaction_id
      where e.tenant_id = s.tenant_id and e.asset_id = s.id and lower(e.serials) <= asked.first and upper(e.serials) > asked.first
      order by x.sequence desc limit 1) end as transaction_id
  from unnest(${serials.map(({ head }) => head)}::text[], ${serials.map(({ first }) => first)}::bigint[]) asked (head, first)
  join asset s on s.tenant_id = ${tenantId}
  join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
  join tenant t on t.id = s.tenant_id
    and asked.head = concat_ws('-', t.serial_prefix, s.country, p.number, ${vintageOf(sql)}, s.batch)
  join block k on k.series = s.series and k.serials @> asked.first and k.asset_id = s.id)`

/** A range with its quantity and its label, as the contract has it. */
export function rangeOf(row: RangeRow) {
  return {
    assetId: row.assetId,
    first: toWire(row.first),
    last: toWire(row.last),
    quantity: toWire(row.last - row.first + 1n),
    serial: serialLabel(row),
  }
}

/** How many ranges a movement moved. */
export async function countEntries(sql: Sql, tenantId: string, transactionId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from entry where tenant_id = ${tenantId} and transaction_id = ${transactionId}`
  return row?.count ?? 0
}
