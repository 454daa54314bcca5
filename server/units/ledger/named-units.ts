import type { Sql } from '#server/infra/db/database.ts'
import type { BeneficiaryKind } from '#shared/rules/claim.ts'
import { originSerialsIn, parseOriginRange, serialsIn } from '#shared/rules/codes-in-text.ts'
import { limits } from '#shared/rules/limits.ts'
import { vintageOf } from './ranges.ts'

/** `state` is null for units that never existed. */
export type UnitsRow = {
  /** Index of the requested range. */
  asked: number
  assetId: string | null
  /** As this registry or the original one writes it. */
  serial: string
  first: bigint | null
  last: bigint | null
  state: 'held' | 'locked' | 'retired' | 'cancelled' | null
  /** Not searched further: the state is unknown. */
  isLeft: boolean
  claimId: string | null
  claimNumber: bigint | null
  beneficiary: string | null
  beneficiaryKind: BeneficiaryKind | null
  isImported: boolean | null
}

/** Parts reported per range. */
const mostParts = 100

const claimOf = (sql: Sql, tenantId: string) => sql`
  left join claim c on u.state = 'retired' and c.tenant_id = ${tenantId} and c.transaction_id = u.transaction_id`
const columns = (sql: Sql) => sql`
  u.first, u.last, u.state, coalesce(u.is_left, false) as "isLeft", c.id as "claimId", c.number as "claimNumber",
  c.beneficiary_name as beneficiary, c.beneficiary_kind as "beneficiaryKind", c.origin = 'import' as "isImported"`

/**
 * The units that a text names by our serial numbers, or else the original registry's; at most `limits.serialsLookedUp`
 * ranges, in text order.
 */
export async function unitsNamed(sql: Sql, tenantId: string, q: string): Promise<UnitsRow[]> {
  const serials = serialsIn(q).slice(0, limits.serialsLookedUp)
  if (serials.length === 0) return unitsOfOrigin(sql, tenantId, originSerialsIn(q).slice(0, limits.serialsLookedUp))
  return sql<UnitsRow[]>`
    select a.asked::int, s.id as "assetId", concat_ws('-', a.prefix, a.country, a.project, a.vintage, a.batch, a.first, a.last) as serial, ${columns(sql)}
    from unnest(${serials.map(({ prefix }) => prefix)}::text[], ${serials.map(({ country }) => country)}::text[],
      ${serials.map(({ projectNumber }) => projectNumber)}::int[], ${serials.map(({ vintage }) => vintage)}::text[],
      ${serials.map(({ batch }) => batch)}::int[], ${serials.map(({ first }) => first)}::bigint[],
      ${serials.map(({ last }) => last)}::bigint[])
      with ordinality a(prefix, country, project, vintage, batch, first, last, asked)
    left join lateral (
      select s.id, s.series
      from tenant t
      join project p on p.tenant_id = ${tenantId} and p.number = a.project
      join asset s on s.tenant_id = ${tenantId} and s.project_id = p.id and s.batch = a.batch and s.country = a.country
        and ${vintageOf(sql)} = a.vintage
      where t.id = ${tenantId} and t.serial_prefix = a.prefix
      limit 1
    ) s on true
    -- Units of no asset never were, all of them.
    left join lateral (
      select * from units_between(${tenantId}, s.series, s.id, a.first, a.last, ${mostParts}) where s.id is not null
      union all
      select a.first, a.last, null, null, null, false where s.id is null
    ) u on true
    ${claimOf(sql, tenantId)}
    order by a.asked, u.first`
}

/** A range within an imported batch is read by its numbers; another text matches the beginning of imported labels. */
async function unitsOfOrigin(sql: Sql, tenantId: string, origins: string[]): Promise<UnitsRow[]> {
  if (origins.length === 0) return []
  const serial = sql`regexp_replace(upper(r.source ->> 'serial_number'), '[^A-Z0-9]+', '-', 'g')`
  const isOfBlock = sql`r.tenant_id = ${tenantId} and r.kind = 'block' and r.source ? 'serial_number'`
  const ranges = origins.map(parseOriginRange)
  return sql<UnitsRow[]>`
    select a.asked::int, k.asset_id as "assetId", coalesce(r.serial, a.origin) as serial, ${columns(sql)}
    from unnest(${origins}::text[], ${ranges.map((range) => range?.batch ?? null)}::text[],
      ${ranges.map((range) => range?.first ?? null)}::bigint[], ${ranges.map((range) => range?.last ?? null)}::bigint[],
      ${ranges.map((range) => range?.rest ?? null)}::text[])
      with ordinality a(origin, batch, first, last, rest, asked)
    left join lateral (
      (
        select a.origin as serial, split_part(r.key, ':', 1)::bigint as series, split_part(r.key, ':', 2)::bigint as unit, a.first, a.last
        from imported_row r
        where ${isOfBlock} and a.rest is not null and ${serial} ~>=~ (a.batch || '-') and ${serial} ~<~ (a.batch || '.')
          and right(${serial}, length(a.rest) + 1) = '-' || a.rest
          and split_part(${serial}, '-', 2) = split_part(r.key, ':', 2)
        limit 1
      )
      union all
      (
        select ${serial}, split_part(r.key, ':', 1)::bigint, split_part(r.key, ':', 2)::bigint, split_part(r.key, ':', 2)::bigint,
          (r.source ->> 'serial_end')::bigint
        from imported_row r
        where ${isOfBlock} and (${serial} = a.origin or ${serial} ~>=~ (a.origin || '-') and ${serial} ~<~ (a.origin || '.'))
        limit ${limits.serialsLookedUp}
      )
      limit case when a.rest is null then ${limits.serialsLookedUp}::int else 1 end
    ) r on true
    left join block_of_unit(r.series, r.unit) k on k.tenant_id = ${tenantId}
    left join lateral units_between(${tenantId}, r.series, k.asset_id, r.first, r.last, ${mostParts}) u on r.series is not null
    ${claimOf(sql, tenantId)}
    order by a.asked, r.serial, u.first`
}
