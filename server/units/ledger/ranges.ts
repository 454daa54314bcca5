import { type Fragment, literal, type Sql } from '#server/infra/db/database.ts'
import { type AskedSerial, askedOriginSerials, askedSerial } from '#shared/rules/asked-code.ts'
import { stoppedStatuses } from '#shared/rules/lifecycle/project.ts'
import { limits } from '#shared/rules/limits.ts'
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

/** That a project `p` is suspended or withdrawn, with the reason; null where neither. */
export const stopOf = (sql: Sql) => sql`
  case when p.status = any (${[...stoppedStatuses]}::text[])
    then jsonb_build_object('status', p.status, 'reason', coalesce(p.status_reason, '')) end`

/** The vintage of an asset `s` as text: the year in which its period ends. */
export const vintageOf = (sql: Sql) => sql`extract(year from upper(s.vintage) - 1)::text`

/**
 * A table for `from`: the movements, as `transaction_id`, that retired or cancelled what a text names by its serial number, ours or else
 * that of the registry where the units came from, and of other units the last one of the first of them; null if the text is neither. At most
 * so many blocks are looked at.
 */
export function movementsSought(sql: Sql, tenantId: string, q: string, most: number): Fragment | null {
  const serial = askedSerial(q)
  if (serial) return movementsNamed(sql, tenantId, serial, most)
  const origins = askedOriginSerials(q).slice(0, limits.serialsLookedUp)
  return origins.length === 0 ? null : movementsOfOrigin(sql, tenantId, origins, most)
}

/**
 * The movements of the units that a serial number names. Each part of the number is looked up by itself and the units in their series, for
 * all of which there are indexes. The block of what is retired or cancelled names its movement; held units are joined to others, so
 * the entries of the first are asked.
 */
export const movementsNamed = (sql: Sql, tenantId: string, asked: AskedSerial, most: number) => sql`(
  select distinct coalesce(u.transaction_id, (
      select e.transaction_id from entry e
      join transaction x on x.tenant_id = ${tenantId} and x.id = e.transaction_id
      where e.tenant_id = ${tenantId} and e.asset_id = s.id and lower(e.serials) <= ${asked.first}::bigint
        and upper(e.serials) > ${asked.first}::bigint
      order by x.sequence desc limit 1)) as transaction_id
  from tenant t
  join project p on p.tenant_id = ${tenantId} and p.number = ${asked.projectNumber}
  join asset s on s.tenant_id = ${tenantId} and s.project_id = p.id and s.batch = ${asked.batch}
    and s.country = ${asked.country} and ${vintageOf(sql)} = ${asked.vintage}
  cross join lateral (
    select case when u.state in ('retired', 'cancelled') then u.transaction_id end as transaction_id
    from units_between(${tenantId}, s.series, s.id, ${asked.first}::bigint, ${asked.last}::bigint, ${Math.min(most, mostBlocks)}) u
    where u.state in ('retired', 'cancelled') or u.state is not null and u.first = ${asked.first}::bigint
  ) u
  where t.id = ${tenantId} and t.serial_prefix = ${asked.prefix})`

/** So many blocks of a range are looked at for their movements. */
const mostBlocks = 100

/** The movements that last moved blocks which had such serial numbers in the registry they came from, given whole or by their first parts. */
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
