import type { Sql } from '#server/infra/db/database.ts'
import { type RangeRow, rangeColumns, rangesShown, vintageOf } from '#server/units/ledger/ranges.ts'

export type EvidenceRow = {
  assetId: string
  projectId: string
  projectAccountId: string
  project: string
  vintage: string
  batch: number
  issued: bigint
  verificationId: string | null
  verifierId: string | null
  verifier: string | null
  verified: bigint | null
  quantityReason: string | null
  decidedAt: Date | null
  measurementId: string | null
  measurerId: string | null
  measurer: string | null
  measured: bigint | null
  periodStart: string | null
  periodEnd: string | null
  methodologyId: string | null
  methodology: string | null
  methodologyVersion: string | null
  isMethodologyPublished: boolean
}

/** Assets per answer. */
const mostAssets = 500

/** Newest batch first. */
export async function evidenceRows(sql: Sql, tenantId: string, projectId: string): Promise<EvidenceRow[]> {
  return sql<EvidenceRow[]>`
    select s.id as "assetId", p.id as "projectId", p.account_id as "projectAccountId", p.name as project,
      ${vintageOf(sql)} as vintage, s.batch, s.issued, v.id as "verificationId", v.account_id as "verifierId",
      verifier.name as verifier, v.quantity as verified, v.quantity_reason as "quantityReason", v.decided_at as "decidedAt",
      m.id as "measurementId", m.account_id as "measurerId", measurer.name as measurer, m.quantity as measured,
      lower(m.period)::text as "periodStart", (upper(m.period) - 1)::text as "periodEnd",
      t.id as "methodologyId", t.name as methodology, t.version as "methodologyVersion",
      coalesce(t.status in ('approved', 'deprecated'), false) as "isMethodologyPublished"
    from asset s
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    left join verification v on v.tenant_id = s.tenant_id and v.id = s.verification_id
    left join account verifier on verifier.tenant_id = v.tenant_id and verifier.id = v.account_id
    left join measurement m on m.tenant_id = v.tenant_id and m.id = v.measurement_id
    left join account measurer on measurer.tenant_id = m.tenant_id and measurer.id = m.account_id
    left join methodology t on t.tenant_id = m.tenant_id and t.id = m.methodology_id
    where s.tenant_id = ${tenantId} and s.project_id = ${projectId} and s.issued > 0
    order by s.batch desc limit ${mostAssets}`
}

/** The first minted ranges of each asset of a project. */
export async function firstRangesOf(sql: Sql, tenantId: string, projectId: string): Promise<RangeRow[]> {
  return sql<RangeRow[]>`
    select ${rangeColumns(sql, sql`r.serials`)}
    from asset s
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join tenant t on t.id = s.tenant_id
    join lateral (
      select unnest(range_agg(e.serials)) as serials from entry e
      where e.tenant_id = s.tenant_id and e.asset_id = s.id and e.from_account is null limit ${rangesShown}
    ) r on true
    where s.tenant_id = ${tenantId} and s.project_id = ${projectId} and s.issued > 0
    order by s.batch desc, r.serials limit ${mostAssets * rangesShown}`
}

/** The assets whose units a claim retired. */
export async function assetsOfClaim(
  sql: Sql,
  tenantId: string,
  claimId: string,
): Promise<{ assetId: string; projectId: string }[]> {
  return sql<{ assetId: string; projectId: string }[]>`
    select distinct s.id as "assetId", s.project_id as "projectId"
    from claim c
    join entry e on e.tenant_id = c.tenant_id and e.transaction_id = c.transaction_id
    join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
    where c.tenant_id = ${tenantId} and c.id = ${claimId} limit ${mostAssets}`
}
