import { type Fragment, literal, type Sql } from '#server/infra/db/database.ts'
import { firstSerialIn, originSerialsIn, type ParsedSerial } from '#shared/rules/codes-in-text.ts'
import { stoppedStatuses } from '#shared/rules/lifecycle/project.ts'
import { limits } from '#shared/rules/limits.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { type SerialParts, serialLabel } from '#shared/rules/serials.ts'

/** Bounds are inclusive. */
export type RangeRow = SerialParts & { assetId: string; first: bigint; last: bigint }

/** Further ranges are only counted. */
export const rangesShown = 3

/** From a range, its asset `s`, project `p` and tenant `t`. */
export const rangeColumns = (sql: Sql, range: Fragment) => sql`
  s.id as "assetId", lower(${range}) as first, upper(${range}) - 1 as last, t.serial_prefix as prefix, s.country,
  p.number as "projectNumber", ${vintageOf(sql)} as vintage, s.batch`

/** Status and reason of a suspended or withdrawn project `p`; otherwise null. */
export const stopOf = (sql: Sql) => sql`
  case when p.status = any (${[...stoppedStatuses]}::text[])
    then jsonb_build_object('status', p.status, 'reason', coalesce(p.status_reason, '')) end`

/** The year in which the period of asset `s` ends. */
export const vintageOf = (sql: Sql) => sql`extract(year from upper(s.vintage) - 1)::text`

/**
 * A table of movements (`transaction_id`) by serial number, ours or the original registry's: those that retired or
 * cancelled its units, else the last movement of its first unit. Null for other texts.
 */
export function movementsMatching(sql: Sql, tenantId: string, q: string, most: number): Fragment | null {
  const serial = firstSerialIn(q)
  if (serial) return movementsNamed(sql, tenantId, serial, most)
  const origins = originSerialsIn(q).slice(0, limits.serialsLookedUp)
  return origins.length === 0 ? null : movementsOfOrigin(sql, tenantId, origins, most)
}

/** A retired or cancelled block names its movement; held blocks merge, so the first unit's entries are searched. */
export const movementsNamed = (sql: Sql, tenantId: string, serial: ParsedSerial, most: number) => sql`(
  select distinct coalesce(u.transaction_id, (
      select e.transaction_id from entry e
      join transaction x on x.tenant_id = ${tenantId} and x.id = e.transaction_id
      where e.tenant_id = ${tenantId} and e.asset_id = s.id and lower(e.serials) <= ${serial.first}::bigint
        and upper(e.serials) > ${serial.first}::bigint
      order by x.sequence desc limit 1)) as transaction_id
  from tenant t
  join project p on p.tenant_id = ${tenantId} and p.number = ${serial.projectNumber}
  join asset s on s.tenant_id = ${tenantId} and s.project_id = p.id and s.batch = ${serial.batch}
    and s.country = ${serial.country} and ${vintageOf(sql)} = ${serial.vintage}
  cross join lateral (
    select case when u.state in ('retired', 'cancelled') then u.transaction_id end as transaction_id
    from units_between(${tenantId}, s.series, s.id, ${serial.first}::bigint, ${serial.last}::bigint, ${Math.min(most, mostBlocks)}) u
    where u.state in ('retired', 'cancelled') or u.state is not null and u.first = ${serial.first}::bigint
  ) u
  where t.id = ${tenantId} and t.serial_prefix = ${serial.prefix})`

/** Blocks searched per range. */
const mostBlocks = 100

/** Original serial numbers match whole or by their beginning. */
const movementsOfOrigin = (sql: Sql, tenantId: string, origins: readonly string[], most: number) => {
  const serial = sql`regexp_replace(upper(r.source ->> 'serial_number'), '[^A-Z0-9]+', '-', 'g')`
  const isOne = origins
    .map((origin) => sql`${serial} = ${origin} or ${serial} ~>=~ ${`${origin}-`} and ${serial} ~<~ ${`${origin}.`}`)
    .reduce((any, one) => sql`${any} or ${one}`)
  return sql`(
    select distinct k.transaction_id
    from (
      select split_part(r.key, ':', 1)::bigint as series, split_part(r.key, ':', 2)::bigint as first
      from imported_row r
      where r.tenant_id = ${tenantId} and r.kind = 'block' and r.source ? 'serial_number' and (${isOne})
      limit ${literal(most)}
    ) b
    join block_of_unit(b.series, b.first) k on k.tenant_id = ${tenantId})`
}

export function rangeOf(row: RangeRow) {
  return {
    assetId: row.assetId,
    first: toWire(row.first),
    last: toWire(row.last),
    quantity: toWire(row.last - row.first + 1n),
    serial: serialLabel(row),
  }
}

export async function countEntries(sql: Sql, tenantId: string, transactionId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from entry where tenant_id = ${tenantId} and transaction_id = ${transactionId}`
  return row?.count ?? 0
}
