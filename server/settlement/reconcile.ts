import { balancesAt, nonceOf, suppliesAt } from '../chain/chain.ts'
import { accountRef, custodyAddress, tokenId } from '../chain/derive.ts'
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

/** Mismatches that a result names; one is enough to look. */
const mismatchesKept = 100

/** Compares ledger and chain for every tenant that has issued something. */
export async function reconcileAll(deps: SettlerDeps, moment: Moment): Promise<void> {
  await reconcileTenants(deps, moment, await tenantsWithAssets(deps.sql))
}

/**
 * Compares, for some tenants, what the ledger says about movements that are in a block with what the contract says as of
 * that block: issued, retired and cancelled of each asset, and each account's units. Writes the result down and pauses the
 * tenant's minting while the two disagree. `moment` is that of a pass just ended: everything up to its head is recorded.
 */
export async function reconcileTenants(deps: SettlerDeps, moment: Moment, tenantIds: readonly string[]): Promise<void> {
  const { sql, chain, log } = deps
  const { chainId, head } = moment
  const contract = await contractOf(sql, chainId)
  if (!contract?.isMined) return
  const used = await nonceOf(chain, chain.operator.address, head.number)
  for (const tenantId of tenantIds) {
    const sums = await ledgerSums(sql, tenantId, { chainId, blockNumber: head.number, noncesUsed: used })
    // A batch is in a block of which we have not yet its receipt: the next comparison has.
    if (!sums) continue
    const mismatches = [
      ...(await supplyMismatches(deps, moment, contract.address, tenantId, sums.assets)),
      ...(await balanceMismatches(deps, moment, contract.address, tenantId, sums.balances)),
    ]
    await insertReconciliation(sql, {
      tenantId,
      chainId,
      blockNumber: head.number,
      ...countsOf(sums),
      mismatches: mismatches.slice(0, mismatchesKept),
    })
    await pauseMinting(
      sql,
      tenantId,
      mismatches[0] ? `ledger and public record disagree. ${mismatches[0].message}` : null,
    )
    if (mismatches.length > 0) log.error({ tenantId, mismatches }, 'Ledger and chain disagree; minting is paused.')
  }
}

const countsOf = ({ sequence, assets, balances }: LedgerSums) => ({
  sequence,
  assets: assets.length,
  balances: balances.length,
})

async function supplyMismatches(
  { chain }: SettlerDeps,
  { head }: Moment,
  contract: `0x${string}`,
  tenantId: string,
  assets: readonly LedgerAsset[],
): Promise<Mismatch[]> {
  const supplies = await suppliesAt(
    chain,
    contract,
    assets.map(({ assetId }) => tokenId(tenantId, assetId)),
    head.number,
  )
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
  { chain }: SettlerDeps,
  { head }: Moment,
  contract: `0x${string}`,
  tenantId: string,
  balances: readonly LedgerBalance[],
): Promise<Mismatch[]> {
  const holdings = balances.map(({ assetId, accountId }) => ({
    holder: custodyAddress(accountRef(tenantId, accountId)),
    tokenId: tokenId(tenantId, assetId),
  }))
  const held = await balancesAt(chain, contract, holdings, head.number)
  return balances.flatMap(({ assetId, accountId, units }, place) =>
    held[place] === units
      ? []
      : [
          {
            assetId,
            message: `Asset ${assetId}: account ${accountId} has ${units} in the ledger, ${held[place]} on chain.`,
          },
        ],
  )
}
