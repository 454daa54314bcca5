import { encodingFault, gasLimit, gasOfItems, type Operation } from '#server/infra/chain/contract.ts'
import type { SettlerDeps } from './pass.ts'
import { type Movement, operationsOf, type Planned } from './plan.ts'
import { confirmWithoutChain, park } from './settlement.store.ts'

/**
 * Confirms movements without effect on chain; parks those that no chain transaction can carry. Later movements of
 * parked units stay: the contract refuses them if the sender lacks other units.
 */
export async function whatFits({ sql, log }: SettlerDeps, due: readonly Movement[]): Promise<Planned[]> {
  const planned = due.map((movement) => ({ movement, operations: operationsOf(movement) }))
  const still = planned.flatMap(({ movement, operations }) => (operations.length === 0 ? [movement] : []))
  if (still.length > 0) await confirmWithoutChain(sql, still)
  const moving = planned.filter(({ operations }) => operations.length > 0)
  // Encodes movements one by one only if they fail together: calls are costly.
  const areEncodable = encodingFault(moving.flatMap(({ operations }) => operations)) === null
  const fit: Planned[] = []
  for (const each of moving) {
    const reason = sizeFault(each.operations) ?? (areEncodable ? null : encodingFault(each.operations))
    if (reason === null) fit.push(each)
    else {
      const { tenantId, transactionId } = each.movement
      log.error({ tenantId, transactionId, reason }, 'No chain transaction can carry a movement; it is parked.')
      await park(sql, each.movement, reason)
    }
  }
  return fit
}

function sizeFault(operations: readonly Operation[]): string | null {
  return gasOfItems(operations) > gasLimit ? 'It is too large for one chain transaction.' : null
}
