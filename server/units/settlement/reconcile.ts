import { balancesAt, finalUnder, hasStill, nonceOf, suppliesAt } from '#server/infra/chain/chain.ts'
import { type Address, accountRef, custodyAddress, tokenId } from '#server/infra/chain/derive.ts'
import type { Contract } from './chain-transactions.store.ts'
import type { Moment, PassResult, SettlerDeps } from './pass.ts'
import {
  assetsIn,
  countAssets,
  insertReconciliation,
  type LedgerAsset,
  type LedgerBalance,
  ledgerSums,
  type Mismatch,
  type Place,
  pauseMinting,
} from './reconcile.store.ts'

const maxMismatches = 100
const balancesPerStep = 2_000
/** After so many balances, other work has its turn. */
const balancesAtOnce = 400

/** The progress of comparing a tenant's ledger with the chain. */
export type Comparison = {
  tenantId: string
  /** Null for all assets. */
  assetIds: readonly string[] | null
  /** The last compared balance. */
  after: Place | null
  /** As of the first step; covers earlier movements. */
  sequence: bigint | null
  blockNumber: bigint | null
  balances: number
  mismatches: Mismatch[]
}

/** Not begun; covers all assets by default. */
export function comparisonOf(tenantId: string, assetIds: readonly string[] | null = null): Comparison {
  return { tenantId, assetIds, after: null, sequence: null, blockNumber: null, balances: 0, mismatches: [] }
}

/** Not begun; covers the batches' assets. */
export async function comparisonOfBatches(
  { sql }: SettlerDeps,
  tenantId: string,
  batches: readonly string[],
): Promise<Comparison> {
  return comparisonOf(tenantId, await assetsIn(sql, tenantId, batches))
}

export type Step = { verdict: 'over' | 'more'; comparison: Comparison } | { verdict: 'undecided' }

/**
 * Compares a stretch of balances, and the assets that begin in it, with the contract in the newest final block: a node
 * may mix later changes into its newest one. `moment` is of a finished pass, which recorded everything up to its head.
 * Undecided if the contract or its holdings are not final, or the chain has unrecorded transactions or replaced blocks.
 */
export async function compareStep(
  { sql, chain }: Pick<SettlerDeps, 'sql' | 'chain'>,
  { chainId, head }: Moment,
  contract: Contract,
  comparison: Comparison,
): Promise<Step> {
  const { tenantId, assetIds, after } = comparison
  const blockNumber = finalUnder(chain, head)
  if (contract.completeIn === null || contract.completeIn > blockNumber) return { verdict: 'undecided' }
  const noncesUsed = await nonceOf(chain, chain.operator.address, blockNumber)
  const at = { chainId, blockNumber, noncesUsed }
  const sums = await ledgerSums(sql, tenantId, at, { assetIds, after, limit: balancesPerStep })
  if (!sums) return { verdict: 'undecided' }
  const place = { chain, contract: contract.address, blockNumber, tenantId }
  const found = [...(await supplyMismatches(place, sums.assets)), ...(await balanceMismatches(place, sums.balances))]
  // Replaced chain blocks make the comparison meaningless.
  if (!(await hasStill(chain, head))) return { verdict: 'undecided' }
  const last = sums.balances.at(-1)
  return {
    verdict: sums.balances.length < balancesPerStep ? 'over' : 'more',
    comparison: {
      ...comparison,
      after: last ? { assetId: last.assetId, accountId: last.accountId } : after,
      sequence: after ? comparison.sequence : sums.sequence,
      blockNumber: comparison.blockNumber ?? blockNumber,
      balances: comparison.balances + sums.balances.length,
      mismatches: [...comparison.mismatches, ...found].slice(0, maxMismatches),
    },
  }
}

/** Stores nothing; null if undecided. */
export async function compareTenant(
  deps: Pick<SettlerDeps, 'sql' | 'chain'>,
  moment: Moment,
  contract: Contract,
  tenantId: string,
): Promise<Comparison | null> {
  for (let comparison = comparisonOf(tenantId); ; ) {
    const step = await compareStep(deps, moment, contract, comparison)
    if (step.verdict === 'undecided') return null
    if (step.verdict === 'over') return step.comparison
    comparison = step.comparison
  }
}

/** Stores the result, and pauses minting while ledger and chain disagree. */
export async function concludeComparison(
  { sql, log }: SettlerDeps,
  { chainId, head, unknownBatches }: PassResult,
  { tenantId, sequence, blockNumber, balances, mismatches: found }: Comparison,
): Promise<void> {
  const mismatches = [...unknownIn(unknownBatches), ...found]
  const counts = { sequence, assets: await countAssets(sql, tenantId), balances }
  await insertReconciliation(sql, { tenantId, chainId, blockNumber: blockNumber ?? head.number, ...counts, mismatches })
  const [first] = mismatches
  await pauseMinting(sql, tenantId, first ? `ledger and public record disagree. ${first.message}` : null)
  if (first) log.error({ tenantId, mismatches }, 'Ledger and chain disagree; minting is paused.')
}

/** Unknown batches may have moved any tenant's units. */
function unknownIn(batches: number): Mismatch[] {
  if (batches === 0) return []
  return [{ assetId: null, message: `The chain has carried out ${batches} batches that this registry does not know.` }]
}

type Where = { chain: SettlerDeps['chain']; contract: Address; blockNumber: bigint; tenantId: string }

async function supplyMismatches(
  { chain, contract, blockNumber, tenantId }: Where,
  assets: readonly LedgerAsset[],
): Promise<Mismatch[]> {
  const tokenIds = assets.map(({ assetId }) => tokenId(tenantId, assetId))
  const supplies = await suppliesAt(chain, contract, tokenIds, blockNumber)
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
  { chain, contract, blockNumber, tenantId }: Where,
  balances: readonly LedgerBalance[],
): Promise<Mismatch[]> {
  const mismatches: Mismatch[] = []
  for (let first = 0; first < balances.length; first += balancesAtOnce) {
    const some = balances.slice(first, first + balancesAtOnce)
    const holdings = some.map(({ assetId, accountId }) => ({
      holder: custodyAddress(accountRef(tenantId, accountId)),
      tokenId: tokenId(tenantId, assetId),
    }))
    const held = await balancesAt(chain, contract, holdings, blockNumber)
    for (const [place, { assetId, accountId, units }] of some.entries()) {
      const message = `Asset ${assetId}: account ${accountId} has ${units} in the ledger, ${held[place]} on chain.`
      if (held[place] !== units) mismatches.push({ assetId, message })
    }
  }
  return mismatches
}
