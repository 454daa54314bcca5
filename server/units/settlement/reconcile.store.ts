import { type Database, json, type Sql } from '#server/infra/db/database.ts'
import { notifyOfChange } from './settlement.store.ts'

/** What the ledger says is on the chain of an asset, as of a chain block. */
export type LedgerAsset = { assetId: string; issued: bigint; retired: bigint; cancelled: bigint }
export type LedgerBalance = { assetId: string; accountId: string; units: bigint }
export type LedgerSums = { sequence: bigint | null; assets: LedgerAsset[]; balances: LedgerBalance[] }

/** One thing in which ledger and chain differ, in words. */
export type Mismatch = { assetId: string; message: string }

/** The ids of the tenants that have issued something. */
export async function tenantsWithAssets(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select t.id from tenant t where exists (select from asset a where a.tenant_id = t.id) order by t.id`
  return rows.map((row) => row.id)
}

/**
 * A tenant's sums as of a chain block: what the ledger has now, less what is not yet in that chain block, both from one
 * snapshot. Null when a chain transaction of ours is in it and we have not recorded that yet.
 */
export function ledgerSums(
  sql: Database,
  tenantId: string,
  at: { chainId: number; blockNumber: bigint; noncesUsed: bigint },
): Promise<LedgerSums | null> {
  return sql.begin(async (tx) => {
    const [unknown] = await tx`
      select from chain_transaction
      where chain_id = ${at.chainId} and state = 'signed' and nonce < ${at.noncesUsed}`
    if (unknown) return null
    const unsettled = tx`
      select e.asset_id, e.from_account, e.to_account, e.to_state, upper(e.serials) - lower(e.serials) as units
      from (
        select s.transaction_id from settlement s left join chain_transaction c on c.id = s.chain_transaction_id
        where s.tenant_id = ${tenantId} and s.state <> 'confirmed'
          and not (coalesce(c.succeeded, false) and c.block_number <= ${at.blockNumber})
        union all
        select u.transaction_id from unlinked() u where u.tenant_id = ${tenantId}
          and not exists (select from settlement s where s.tenant_id = ${tenantId} and s.transaction_id = u.transaction_id)
      ) s
      join entry e on e.tenant_id = ${tenantId} and e.transaction_id = s.transaction_id`
    const assets = await tx<LedgerAsset[]>`
      with later as (
        select asset_id, sum(units) filter (where from_account is null) as issued,
          sum(units) filter (where to_state = 'retired') as retired, sum(units) filter (where to_state = 'cancelled') as cancelled
        from (${unsettled}) u group by asset_id
      ), now as (
        select asset_id, sum(held + locked + retired + cancelled) as issued, sum(retired) as retired, sum(cancelled) as cancelled
        from balance where tenant_id = ${tenantId} group by asset_id
      )
      select n.asset_id as "assetId", (n.issued - coalesce(l.issued, 0))::bigint as issued,
        (n.retired - coalesce(l.retired, 0))::bigint as retired, (n.cancelled - coalesce(l.cancelled, 0))::bigint as cancelled
      from now n left join later l using (asset_id) order by n.asset_id`
    const balances = await tx<LedgerBalance[]>`
      with later as (
        select asset_id, account_id, sum(units) as units from (
          select asset_id, to_account as account_id, units from (${unsettled}) i where to_state in ('held', 'locked')
          union all
          select asset_id, from_account, -units from (${unsettled}) o where from_account is not null
        ) u group by asset_id, account_id
      )
      select b.asset_id as "assetId", b.account_id as "accountId", (b.held + b.locked - coalesce(l.units, 0))::bigint as units
      from balance b left join later l using (asset_id, account_id)
      where b.tenant_id = ${tenantId} order by b.asset_id, b.account_id`
    const [newest] = await tx<{ sequence: bigint | null }[]>`
      select max(sequence) as sequence from transaction where tenant_id = ${tenantId}`
    return { sequence: newest?.sequence ?? null, assets: [...assets], balances: [...balances] }
  }, 'isolation level repeatable read read only')
}

export type Reconciliation = {
  tenantId: string
  chainId: number
  blockNumber: bigint
  sequence: bigint | null
  assets: number
  balances: number
  mismatches: Mismatch[]
}

export async function insertReconciliation(sql: Sql, result: Reconciliation): Promise<void> {
  const { tenantId, chainId, blockNumber, sequence, assets, balances, mismatches } = result
  await sql`
    insert into reconciliation (tenant_id, at, sequence, chain_id, block_number, assets, balances, agreed, details)
    values (${tenantId}, clock_timestamp(), ${sequence}, ${chainId}, ${blockNumber}, ${assets}, ${balances},
      ${mismatches.length === 0}, ${json(mismatches)})`
  await notifyOfChange(sql)
}

/** Sets or clears the reason for which a tenant mints nothing. */
export async function pauseMinting(sql: Sql, tenantId: string, reason: string | null): Promise<void> {
  await sql`
    update tenant set minting_paused_reason = ${reason}
    where id = ${tenantId} and minting_paused_reason is distinct from ${reason}`
}
