import type { Fragment, Sql } from '#server/infra/db/database.ts'
import type { AskedSerial } from '#shared/rules/asked-code.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { serialLabel } from '#shared/rules/serials.ts'

/** What SQL gives for a range of serial numbers: its bounds, both inclusive, and what its label is made of. */
export type RangeRow = {
  assetId: string
  first: bigint
  last: bigint
  prefix: string
  country: string
  projectNumber: number
  vintage: string
  batch: number
}

export type SerialRange = { assetId: string; first: number; last: number; quantity: number; serial: string }

/** How many ranges an answer shows before it only counts the rest. */
export const rangesShown = 3

/**
 * The columns of a RangeRow from a range, its asset `s`, its project `p` and its tenant `t`.
 * A vintage is the year in which its period ends, or both years when the period spans several.
 */
export const rangeColumns = (sql: Sql, range: Fragment) => sql`
  s.id as "assetId", lower(${range}) as first, upper(${range}) - 1 as last, t.serial_prefix as prefix, s.country,
  p.number as "projectNumber", ${vintageOf(sql)} as vintage, s.batch`

/** The vintage of an asset `s` as text: the year in which its period ends. */
export const vintageOf = (sql: Sql) => sql`extract(year from upper(s.vintage) - 1)::text`

/** The last movements, as `transaction_id`, of the units that serial numbers name; a table for `from`. */
export const movementsNamed = (sql: Sql, tenantId: string, serials: readonly AskedSerial[]) => sql`(
  select k.transaction_id
  from unnest(${serials.map(({ head }) => head)}::text[], ${serials.map(({ first }) => first)}::bigint[]) asked (head, first)
  join asset s on s.tenant_id = ${tenantId}
  join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
  join tenant t on t.id = s.tenant_id
    and asked.head = concat_ws('-', t.serial_prefix, s.country, p.number, ${vintageOf(sql)}, s.batch)
  join block k on k.tenant_id = s.tenant_id and k.asset_id = s.id and k.serials @> asked.first)`

export function rangeOf(row: RangeRow): SerialRange {
  return {
    assetId: row.assetId,
    first: toWire(row.first),
    last: toWire(row.last),
    quantity: toWire(row.last - row.first + 1n),
    serial: serialLabel(row),
  }
}
