import { refusalOf } from '#server/infra/chain/chain.ts'
import { nothing } from '#server/infra/chain/contract.ts'
import type { Address } from '#server/infra/chain/derive.ts'
import { whatFits } from './fitting.ts'
import type { Moment, SettlerDeps } from './pass.ts'
import { batchesOf, batchOperations, type Planned } from './plan.ts'
import { dueMovements, park } from './settlement.store.ts'
import { submitBatches } from './submit.ts'

const movementsPerPass = 400
/** Each refusal halves the batch; after so many, a movement was alone and is parked. */
const mostRefusals = Math.ceil(Math.log2(batchOperations)) + 1

/**
 * Sends what the contract accepts, and parks a movement that it refuses alone, after all accepted ones. Nothing else
 * may be under way: the contract's answer for the newest block then holds for the next. Does nothing while the contract
 * refuses even an empty batch.
 */
export async function repairRefused(deps: SettlerDeps, moment: Moment, contract: Address): Promise<void> {
  const { sql, chain, log } = deps
  const refusal = await refusalOf(chain, contract, nothing, [])
  if (refusal) {
    log.error({ refusal }, 'The contract refuses every batch.')
    return
  }
  const due = await dueMovements(sql, { refused: true, limit: movementsPerPass })
  const planned = await whatFits(deps, due)
  const refusals = Math.max(...due.map((movement) => movement.refusals))
  const [first = []] = batchesOf(planned, Math.max(1, batchOperations >> (refusals - 1)))
  const { taken, refused } = await sift(deps, contract, first)

  for (const [{ movement }, reason] of refused) {
    log.error({ ...movement, parts: undefined, reason }, 'The contract refuses a movement; it is parked.')
    await park(sql, movement, reason)
  }
  const [alone] = taken
  if (alone && taken.length === 1 && alone.movement.refusals >= mostRefusals) {
    await park(sql, alone.movement, 'The chain refuses the transaction, though the contract would take it.')
  } else if (taken.length > 0) await submitBatches(deps, moment, contract, [taken])
}

/** Splits a batch into what the contract accepts together, in order, and what it refuses after that. */
async function sift({ chain }: SettlerDeps, contract: Address, batch: readonly Planned[]) {
  let taken: Planned[] = []
  const refused = new Map<Planned, string>()
  async function sort(some: readonly Planned[]): Promise<void> {
    const operations = [...taken, ...some].flatMap((planned) => planned.operations)
    const reason = await refusalOf(chain, contract, nothing, operations)
    if (reason === null) taken = [...taken, ...some]
    else if (some.length === 1 && some[0]) refused.set(some[0], reason)
    else {
      await sort(some.slice(0, some.length / 2))
      await sort(some.slice(some.length / 2))
    }
  }
  await sort(batch)
  // A refused movement may need one that was sorted after it: repeat until nothing changes.
  for (let before = -1; before !== refused.size && refused.size > 0; ) {
    before = refused.size
    const again = [...refused.keys()]
    refused.clear()
    for (const each of again) await sort([each])
  }
  return { taken, refused }
}
