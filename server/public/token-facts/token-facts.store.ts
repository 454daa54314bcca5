import type { Sql } from '#server/infra/db/database.ts'
import { isPublishedIn } from '#server/infra/db/published.ts'
import { vintageOf } from '#server/units/ledger/ranges.ts'
import type { SerialParts } from '#shared/rules/serials.ts'

export type TokenRow = SerialParts & {
  tenantId: string
  assetId: string
  /** Null of a project that is not published. */
  project: { accountId: string; projectId: string; name: string; imageFileName: string | null } | null
  issued: bigint
  retired: bigint
  cancelled: bigint
}

/** The assets that one movement issued together with a token of the chain, `tokenId` in 64 hexadecimal digits. */
export async function issuedWithToken(sql: Sql, tokenId: string): Promise<TokenRow[]> {
  return sql<TokenRow[]>`
    select s.tenant_id as "tenantId", s.id as "assetId", s.issued, s.retired, s.cancelled, t.serial_prefix as prefix,
      s.country, p.number as "projectNumber", ${vintageOf(sql)} as vintage, s.batch, b.first, b.last,
      case when ${isPublishedIn(sql, sql`p.status`)} then jsonb_build_object('accountId', p.account_id,
        'projectId', p.id, 'name', p.name, 'imageFileName', p.image_file_name) end as project
    from (
      -- A mint that moved a holding to a newer contract has no movement.
      select m.tenant_id, m.transaction_id from chain_event v
      join settlement m on m.chain_transaction_id = v.operation_id
        and v.item >= m.first_item and v.item < m.first_item + m.items
      where v.token_id = ${`0x${tokenId}`} and v.kind = 'mint' limit 1) m
    join asset s on s.tenant_id = m.tenant_id and s.id in (
      select e.asset_id from entry e where e.tenant_id = m.tenant_id and e.transaction_id = m.transaction_id)
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join tenant t on t.id = s.tenant_id
    cross join lateral (
      select min(lower(e.serials)) as first, max(upper(e.serials)) - 1 as last from entry e
      where e.tenant_id = s.tenant_id and e.asset_id = s.id and e.from_account is null) b
    limit 1000`
}
