import { type Database, json, type Sql, snapshot } from '#server/infra/db/database.ts'
import { notifyOfChange } from './settlement.store.ts'

export type LedgerAsset = { assetId: string; issued: bigint; retired: bigint; cancelled: bigint }
export type LedgerBalance = { assetId: string; accountId: string; units: bigint }
export type LedgerSums = { sequence: bigint | null; assets: LedgerAsset[]; balances: LedgerBalance[] }

/** Balances are ordered by asset and account. */
export type Place = { assetId: string; accountId: string }
/** Up to `limit` balances after a place; of all assets if `assetIds` is null. */
export type Stretch = { assetIds: readonly string[] | null; after: Place | null; limit: number }

export type Mismatch = { assetId: string | null; message: string }

export async function tenantsWithAssets(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select t.id from tenant t where exists (select from asset a where a.tenant_id = t.id) order by t.id`
  return rows.map((row) => row.id)
}

/** Concurrent movements are linked in any order: the newest is among the last of this many. */
const newestAtOnce = 100

export async function assetsIn(sql: Sql, tenantId: string, batches: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select distinct e.asset_id as id from settlement s
    join entry e on e.tenant_id = s.tenant_id and e.transaction_id = s.transaction_id
    where s.chain_transaction_id = any (${batches}) and s.tenant_id = ${tenantId}`
  return rows.map((row) => row.id)
}

/**
 * Sums as of a chain block, for a stretch of balances and the assets that begin in it: the ledger now, less what that
 * block lacks, in one snapshot. Null if the block has a chain transaction that we have not recorded.
 */
export function ledgerSums(
  sql: Database,
  tenantId: string,
  at: { chainId: number; blockNumber: bigint; noncesUsed: bigint },
  { assetIds, after, limit }: Stretch,
): Promise<LedgerSums | null> {
  return sql.begin(async (tx) => {
    const [unknown] = await tx`
      select from chain_transaction
      where chain_id = ${at.chainId} and state = 'signed' and nonce < ${at.noncesUsed}`
    if (unknown) return null
    const stretch = await tx<Place[]>`
      select asset_id as "assetId", account_id as "accountId" from balance
      where tenant_id = ${tenantId} and (${assetIds}::text[] is null or asset_id = any (${assetIds}))
        and (asset_id, account_id) > (${after?.assetId ?? ''}, ${after?.accountId ?? ''})
      order by asset_id, account_id limit ${limit}`
    const held = [...new Set(stretch.map(({ assetId }) => assetId))]
    const begun = held.filter((assetId) => assetId !== after?.assetId)
    // Settlement continues: a batch may be confirmed above the compared block.
    const unsettled = tx`
      select e.asset_id, e.from_account, e.to_account, e.to_state, upper(e.serials) - lower(e.serials) as units
      from (
        select s.transaction_id from settlement s left join chain_transaction c on c.id = s.chain_transaction_id
        where s.tenant_id = ${tenantId} and s.state <> 'confirmed'
          and not (coalesce(c.succeeded, false) and c.block_number <= ${at.blockNumber})
        union all
        select s.transaction_id from chain_transaction c join settlement s on s.chain_transaction_id = c.id
        where c.chain_id = ${at.chainId} and c.block_number > ${at.blockNumber}
          and s.tenant_id = ${tenantId} and s.state = 'confirmed'
        union all
        -- What settlement has yet to hear of.
        select u.transaction_id from unlinked() u where u.tenant_id = ${tenantId}
          and not exists (select from settlement s where s.tenant_id = ${tenantId} and s.transaction_id = u.transaction_id)
      ) s
      join entry e on e.tenant_id = ${tenantId} and e.transaction_id = s.transaction_id
      where e.asset_id = any (${held})`
    const assets = await tx<LedgerAsset[]>`
      with later as (
        select asset_id, sum(units) filter (where from_account is null) as issued,
          sum(units) filter (where to_state = 'retired') as retired, sum(units) filter (where to_state = 'cancelled') as cancelled
        from (${unsettled}) u group by asset_id
      ), now as (
        select asset_id, sum(held + locked + retired + cancelled) as issued, sum(retired) as retired, sum(cancelled) as cancelled
        from balance where tenant_id = ${tenantId} and asset_id = any (${begun}) group by asset_id
      )
      select n.asset_id as "assetId", (n.issued - coalesce(l.issued, 0))::bigint as issued,
        (n.retired - coalesce(l.retired, 0))::bigint as retired, (n.cancelled - coalesce(l.cancelled, 0))::bigint as cancelled
      from now n left join later l using (asset_id) order by n.asset_id`
    const balances = await tx<LedgerBalance[]>`
      with unsettled as materialized (${unsettled}), later as (
        select asset_id, account_id, sum(units) as units from (
          select asset_id, to_account as account_id, units from unsettled where to_state in ('held', 'locked')
          union all
          select asset_id, from_account, -units from unsettled where from_account is not null
        ) u group by asset_id, account_id
      )
      select b.asset_id as "assetId", b.account_id as "accountId", (b.held + b.locked - coalesce(l.units, 0))::bigint as units
      from unnest(${stretch.map(({ assetId }) => assetId)}::text[], ${stretch.map(({ accountId }) => accountId)}::text[])
        p(asset_id, account_id)
      join balance b on b.tenant_id = ${tenantId} and b.asset_id = p.asset_id and b.account_id = p.account_id
      left join later l on l.asset_id = b.asset_id and l.account_id = b.account_id
      order by b.asset_id, b.account_id`
    const [newest] = await tx<{ sequence: bigint | null }[]>`
      select max(t.sequence) as sequence
      from (select transaction_id from ledger_link where tenant_id = ${tenantId} order by sequence desc limit ${newestAtOnce}) l
      join transaction t on t.tenant_id = ${tenantId} and t.id = l.transaction_id`
    return { sequence: newest?.sequence ?? null, assets: [...assets], balances: [...balances] }
  }, snapshot)
}

export async function countAssets(sql: Sql, tenantId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from asset where tenant_id = ${tenantId}`
  return row?.count ?? 0
}

/** `assets`: all of the tenant's. `balances`: compared ones, few after a change. */
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

/** The next sweep deletes the rest. */
const deletedAtOnce = 10_000

/** Keeps the newest result of each tenant. */
export async function deleteReconciliations(sql: Sql, before: Date): Promise<void> {
  await sql`
    delete from reconciliation where (tenant_id, at) in (
      select old.tenant_id, old.at from reconciliation old
      where old.at < ${before}
        and exists (select from reconciliation newer where newer.tenant_id = old.tenant_id and newer.number > old.number)
      order by old.at limit ${deletedAtOnce})`
}

/** Null resumes minting. */
export async function pauseMinting(sql: Sql, tenantId: string, reason: string | null): Promise<void> {
  await sql`
    update tenant set minting_paused_reason = ${reason}
    where id = ${tenantId} and minting_paused_reason is distinct from ${reason}`
}
