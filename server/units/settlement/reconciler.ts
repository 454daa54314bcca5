import { aBell } from '#server/infra/bell.ts'
import { ledgerVerification } from '#server/units/ledger/daily-verification.ts'
import { atLength, storedSumFaults } from '#server/units/ledger/faults.ts'
import { contractOf } from './chain-transactions.store.ts'
import { isOutage, type PassResult, type SettlerDeps } from './pass.ts'
import { deleteReconciliations, tenantsWithAssets } from './reconcile.store.ts'
import { type Comparison, compareStep, comparisonOf, comparisonOfBatches, concludeComparison } from './reconcile.ts'

export type Reconciler = {
  /** Takes a pass's result and returns at once; comparisons run in the background. */
  learn(passed: PassResult): void
  /** Ends the running step, and begins no other. */
  stop(): Promise<void>
}

export type ReconcilerPace = { reconcileMs: number }

/** Delay before a disagreement or failed comparison is checked again. */
const disagreementMs = 30_000
/** How often changes are compared while movements are under way. */
const busyMs = 30_000

/** How often stored sums are compared with the whole ledger. */
const storedSumsMs = 6 * 3_600_000

const retentionMs = 30 * 24 * 3_600_000

/**
 * Compares everything every `reconcileMs`, changes of batches in between, and stored sums with the ledger. Tenants take
 * turns step by step, so that nobody waits for a large one. Between comparisons ledgers are recomputed. Never throws: logs failures and retries.
 */
export function startReconciling(depsNow: () => SettlerDeps, { reconcileMs }: ReconcilerPace): Reconciler {
  /** Confirmed batches to compare, by tenant. */
  const changed = new Map<string, string[]>()
  /** A tenant goes to the end after its step. */
  const turns = new Map<string, Comparison>()
  const comparedAt = new Map<string, number>()
  /** When a tenant's full comparison is repeated. */
  const againAt = new Map<string, number>()
  let everythingAt = 0
  let storedSumsAt = 0
  let unknownBatches = 0
  let newest: PassResult | null = null
  let isStopped = false
  const verification = ledgerVerification()

  const bell = aBell(() =>
    work().catch((err: unknown) =>
      depsNow().log[isOutage(err) ? 'warn' : 'error'](
        { err },
        'Ledger and chain could not be compared; it is tried again.',
      ),
    ),
  )

  async function work(): Promise<void> {
    while (!isStopped && newest) {
      await begin(newest)
      const [comparison] = turns.values()
      if (comparison) await step(newest, comparison)
      else if (!(await verification.step(depsNow()))) return
    }
  }

  async function begin(passed: PassResult): Promise<void> {
    const deps = depsNow()
    const now = deps.now().getTime()
    if (now >= everythingAt) {
      for (const tenantId of await tenantsWithAssets(deps.sql)) againAt.set(tenantId, now)
      everythingAt = now + reconcileMs
      await deleteReconciliations(deps.sql, new Date(now - retentionMs))
    }
    if (now >= storedSumsAt) {
      storedSumsAt = now + storedSumsMs
      await compareStoredSums(deps)
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
      bell.ring()
    },
    async stop() {
      isStopped = true
      await bell.stop()
    },
  }
}

/** Never throws. */
async function compareStoredSums({ sql, log }: SettlerDeps): Promise<void> {
  try {
    const faults = await atLength(sql, storedSumFaults)
    if (faults.length > 0) log.error({ faults }, 'Kept sums differ from the ledger.')
  } catch (err) {
    log.warn({ err }, 'Kept sums could not be compared with the ledger; they are again in six hours.')
  }
}
