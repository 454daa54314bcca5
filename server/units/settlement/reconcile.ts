import { balancesAt, blockOf, nonceOf, suppliesAt } from '#server/infra/chain/chain.ts'
import { type Address, accountRef, custodyAddress, tokenId } from '#server/infra/chain/derive.ts'
import { contractOf } from './chain-transactions.store.ts'
import {
  insertReconciliation,
  type LedgerAsset,
  type LedgerBalance,
  type LedgerSums,
  ledgerSums,
  type Mismatch,
  pauseMinting,
  tenantsWithAssets,
} from './reconcile.store.ts'
import type { Moment, SettlerDeps } from './settler.ts'

/** How many mismatches a result keeps. */
const mismatchesKept = 100

/** Compares ledger and chain for every tenant that has issued something. Returns whether all of them agree. */
export async function reconcileAll(deps: SettlerDeps, moment: Moment): Promise<boolean> {
  return reconcileTenants(deps, moment, await tenantsWithAssets(deps.sql))
}

/**
 * Compares, for some tenants, what the ledger says about movements that are in a chain block with what the contract says as
 * of that chain block: issued, retired and cancelled of each asset, and each account's units. Stores the result, and pauses
 * the tenant's minting while the two disagree. `moment` is that of a pass just ended: everything up to its head is recorded.
 * Returns whether all of them were compared and agree.
 */
export async function reconcileTenants(
  deps: SettlerDeps,
  moment: Moment,
  tenantIds: readonly string[],
): Promise<boolean> {
  const contract = await contractOf(deps.sql, moment.chainId)
  if (!contract?.isMined) return tenantIds.length === 0
  let agreed = true
  for (const tenantId of tenantIds) {
    agreed = (await reconcileTenant(deps, moment, contract.address, tenantId)) && agreed
  }
  return agreed
}

async function reconcileTenant(
  deps: SettlerDeps,
  moment: Moment,
  contract: Address,
  tenantId: string,
): Promise<boolean> {
  const { sql, log } = deps
  const { chainId, head } = moment
  const compared = await compareTenant(deps, moment, contract, tenantId)
  if (!compared) return false
  const { sums, mismatches } = compared
  const counts = { sequence: sums.sequence, assets: sums.assets.length, balances: sums.balances.length }
  const kept = mismatches.slice(0, mismatchesKept)
  await insertReconciliation(sql, { tenantId, chainId, blockNumber: head.number, ...counts, mismatches: kept })
  const [first] = mismatches
  await pauseMinting(sql, tenantId, first ? `ledger and public record disagree. ${first.message}` : null)
  if (first) log.error({ tenantId, mismatches: kept }, 'Ledger and chain disagree; minting is paused.')
  return first === undefined
}

/**
 * Compares one tenant's ledger with the chain and stores nothing. Null if that cannot be said now: the chain has carried out
 * something that is not recorded yet, or replaced the chain block meanwhile.
 */
export async function compareTenant(
  deps: Pick<SettlerDeps, 'sql' | 'chain'>,
  moment: Moment,
  contract: Address,
  tenantId: string,
): Promise<{ sums: LedgerSums; mismatches: Mismatch[] } | null> {
  const { sql, chain } = deps
  const { chainId, head } = moment
  const noncesUsed = await nonceOf(chain, chain.operator.address, head.number)
  const sums = await ledgerSums(sql, tenantId, { chainId, blockNumber: head.number, noncesUsed })
  if (!sums) return null
  const mismatches = [
    ...(await supplyMismatches(deps, moment, contract, tenantId, sums.assets)),
    ...(await balanceMismatches(deps, moment, contract, tenantId, sums.balances)),
  ]
  // The chain block was replaced while we read it, so the comparison means nothing.
  return (await blockOf(chain, head.number))?.hash === head.hash ? { sums, mismatches } : null
}

async function supplyMismatches(
  { chain }: Pick<SettlerDeps, 'chain'>,
  { head }: Moment,
  contract: Address,
  tenantId: string,
  assets: readonly LedgerAsset[],
): Promise<Mismatch[]> {
  const tokenIds = assets.map(({ assetId }) => tokenId(tenantId, assetId))
  const supplies = await suppliesAt(chain, contract, tokenIds, head.number)
  return assets.flatMap(({ assetId, ...ledger }, place) =>
    (['issued', 'retired', 'cancelled'] as const).flatMap((what) => {
      const onChain = supplies[place]?.[what] ?? 0n
      return onChain === ledger[what]
        ? []
        : [{ assetId, message: `Asset ${assetId}: ${ledger[what]} ${what} in the ledger, ${onChain} on chain.` }]
    }),
  )
}

async function balanceMismatches(
  { chain }: Pick<SettlerDeps, 'chain'>,
  { head }: Moment,
  contract: Address,
  tenantId: string,
  balances: readonly LedgerBalance[],
): Promise<Mismatch[]> {
  const holdings = balances.map(({ assetId, accountId }) => ({
    holder: custodyAddress(accountRef(tenantId, accountId)),
    tokenId: tokenId(tenantId, assetId),
  }))
  const held = await balancesAt(chain, contract, holdings, head.number)
  return balances.flatMap(({ assetId, accountId, units }, place) => {
    const onChain = held[place]
    const message = `Asset ${assetId}: account ${accountId} has ${units} in the ledger, ${onChain} on chain.`
    return onChain === units ? [] : [{ assetId, message }]
  })
}
