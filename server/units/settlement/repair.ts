import { refusalOf } from '#server/infra/chain/chain.ts'
import { nothing } from '#server/infra/chain/contract.ts'
import type { Address } from '#server/infra/chain/derive.ts'
import { whatFits } from './fitting.ts'
import { batchesOf, batchOperations, type Planned } from './plan.ts'
import { dueMovements, park } from './settlement.store.ts'
import type { Moment, SettlerDeps } from './settler.ts'
import { submitBatches } from './submit.ts'

/** How many movements one pass looks at; the next pass takes the rest. */
const movementsPerPass = 400
/** A batch gets half as large with each refusal; after so many a movement has been sent alone and is parked. */
const mostRefusals = Math.ceil(Math.log2(batchOperations)) + 1

/**
 * Takes refused batches apart. Nothing else may be under way, so that what the contract says of the newest chain block holds
 * for the next one: it is asked about ever smaller parts, what it accepts is sent, and a movement that it refuses alone,
 * after everything that it accepts, is parked with its reason. Does nothing while the contract refuses even an empty batch.
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

/** Splits a batch into what the contract accepts together, in order, and what it refuses after all of that. */
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
  // A refused movement may need another one that was sorted after it: ask again until nothing changes.
  for (let before = -1; before !== refused.size && refused.size > 0; ) {
    before = refused.size
    const again = [...refused.keys()]
    refused.clear()
    for (const each of again) await sort([each])
  }
  return { taken, refused }
}
