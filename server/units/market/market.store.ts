import type { Sql } from '#server/infra/db/database.ts'
import { containing, type Found, type Part } from '#server/infra/db/pages.ts'
import { vintageOf } from '#server/units/ledger/ranges.ts'
import type { MarketBalance } from '#shared/contract/market.ts'

/** What all accounts of a tenant hold of one asset. */
export type HeldAsset = Omit<MarketBalance, 'projectKey' | 'balance'> & { accountId: string; balance: bigint }

/** The assets of which units are held, locked ones counted, by project name: a part of them. */
export async function heldAssets(
  sql: Sql,
  tenantId: string,
  q: string,
  { after, limit }: Part,
): Promise<Found<HeldAsset>> {
  const held = sql`
    select s.id as "assetId", p.id as "projectId", p.account_id as "accountId", p.name as "projectName",
      ${vintageOf(sql)} as vintage, sum(b.held + b.locked)::bigint as balance
    from asset s
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join balance b on b.tenant_id = s.tenant_id and b.asset_id = s.id and b.held + b.locked > 0
    where s.tenant_id = ${tenantId} and (${q} = '' or p.name ilike ${containing(q)} or s.id = ${q})
    group by s.tenant_id, s.id, p.tenant_id, p.id`
  const rows = await sql<HeldAsset[]>`
    select * from (${held}) h
    where ${after === null} or (lower(h."projectName"), h."assetId") > (lower(${after?.value ?? ''}), ${after?.id ?? ''})
    order by lower(h."projectName"), h."assetId" limit ${limit}`
  const [count] = await sql<{ total: bigint }[]>`select count(*) as total from (${held}) h`
  return { rows, total: count?.total ?? 0n }
}
