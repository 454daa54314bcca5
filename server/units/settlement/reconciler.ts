import { atLength, keptSumFaults } from '#server/units/ledger/faults.ts'
import { contractOf } from './chain-transactions.store.ts'
import { deleteReconciliations, tenantsWithAssets } from './reconcile.store.ts'
import { type Comparison, compareStep, comparisonOf, comparisonOfBatches, concludeComparison } from './reconcile.ts'
import { isOutage, type PassResult, type SettlerDeps } from './settler.ts'

/** What compares ledger and chain beside settlement. */
export type Reconciler = {
  /** Tells what a pass of settlement found. Returns at once: whatever is due is compared behind it. */
  learn(passed: PassResult): void
  /** Lets the step under way end, begins no other, and resolves. */
  stop(): Promise<void>
}

/** How often everything is compared. */
export type ReconcilerPace = { reconcileMs: number }

/** How soon a disagreement, or a comparison that could not be made, is looked at again. */
const disagreementMs = 30_000
/** How often what changed of a tenant is compared while movements of anybody are under way. */
const busyMs = 30_000

/** How often kept sums are compared with all of the ledger, which is read for that from its first movement. */
const keptSumsMs = 6 * 3_600_000

/** How long results are kept. */
const keptMs = 30 * 24 * 3_600_000

/**
 * Compares ledger and chain beside settlement, step by step: everything at the start and from time to time, and between that
 * what batches have changed; the sums that are kept of the ledger a few times a day. The tenants with something to compare take turns, a step each, so that nobody waits for a large
 * one. `depsNow` gives what a step works with. Never throws: what fails is logged and tried again.
 */
export function startReconciling(depsNow: () => SettlerDeps, { reconcileMs }: ReconcilerPace): Reconciler {
  /** The batches that changed something of a tenant and are in no comparison yet. */
  const changed = new Map<string, string[]>()
  /** The comparisons under way; whose step is over goes to the end. */
  const turns = new Map<string, Comparison>()
  const comparedAt = new Map<string, number>()
  /** When everything of a tenant is compared again, since it disagreed or could not be compared. */
  const againAt = new Map<string, number>()
  let everythingAt = 0
  let keptSumsAt = 0
  let unknownBatches = 0
  let newest: PassResult | null = null
  let running: Promise<void> | null = null
  let isStopped = false

  async function work(): Promise<void> {
    while (!isStopped && newest) {
      await begin(newest)
      const [comparison] = turns.values()
      if (!comparison) return
      await step(newest, comparison)
    }
  }

  /** Begins what is due and not under way. */
  async function begin(passed: PassResult): Promise<void> {
    const deps = depsNow()
    const now = deps.now().getTime()
    if (now >= everythingAt) {
      for (const tenantId of await tenantsWithAssets(deps.sql)) againAt.set(tenantId, now)
      everythingAt = now + reconcileMs
      await deleteReconciliations(deps.sql, new Date(now - keptMs))
    }
    if (now >= keptSumsAt) {
      keptSumsAt = now + keptSumsMs
      await compareKeptSums(deps)
    }
    for (const [tenantId, batches] of changed) {
      const isDue = passed.isQuiet || now >= (comparedAt.get(tenantId) ?? 0) + busyMs
      if (!isDue || turns.has(tenantId)) continue
      changed.delete(tenantId)
      if (againAt.has(tenantId)) againAt.set(tenantId, now)
      else turns.set(tenantId, await comparisonOfBatches(deps, tenantId, batches))
    }
    for (const [tenantId, at] of againAt) {
      if (now < at || turns.get(tenantId)?.assetIds === null) continue
      againAt.delete(tenantId)
      turns.set(tenantId, comparisonOf(tenantId))
    }
  }

  async function step(moment: PassResult, comparison: Comparison): Promise<void> {
    const { tenantId } = comparison
    const deps = depsNow()
    turns.delete(tenantId)
    try {
      const contract = await contractOf(deps.sql, moment.chainId)
      const found = contract
        ? await compareStep(deps, moment, contract, comparison)
        : ({ verdict: 'undecided' } as const)
      if (found.verdict === 'more') turns.set(tenantId, found.comparison)
      else if (found.verdict === 'undecided') againLater(tenantId)
      else {
        await concludeComparison(deps, moment, found.comparison)
        comparedAt.set(tenantId, deps.now().getTime())
        if (found.comparison.mismatches.length > 0 || moment.unknownBatches > 0) againLater(tenantId)
      }
    } catch (error) {
      againLater(tenantId)
      throw error
    }
  }

  function againLater(tenantId: string): void {
    againAt.set(tenantId, depsNow().now().getTime() + disagreementMs)
  }

  return {
    learn(passed) {
      newest = passed
      if (passed.unknownBatches !== unknownBatches) everythingAt = 0
      unknownBatches = passed.unknownBatches
      for (const [tenantId, batches] of passed.confirmed) {
        changed.set(tenantId, [...(changed.get(tenantId) ?? []), ...batches])
      }
      running ??= work()
        .catch((err: unknown) => {
          depsNow().log[isOutage(err) ? 'warn' : 'error'](
            { err },
            'Ledger and chain could not be compared; it is tried again.',
          )
        })
        .finally(() => {
          running = null
        })
    },
    async stop() {
      isStopped = true
      await running
    },
  }
}

/** Never throws: chain and ledger are compared whatever comes of it. */
async function compareKeptSums({ sql, log }: SettlerDeps): Promise<void> {
  try {
    const faults = await atLength(sql, keptSumFaults)
    if (faults.length > 0) log.error({ faults }, 'Kept sums differ from the ledger.')
  } catch (err) {
    log.warn({ err }, 'Kept sums could not be compared with the ledger; they are again in six hours.')
  }
}
