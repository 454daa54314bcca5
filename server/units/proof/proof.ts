import { movementText } from '#proof/movement.ts'
import type { ProofFile } from '#proof/proof-file.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import { linkedMovement } from '#server/units/ledger/links.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { toWire } from '#shared/rules/quantities.ts'

/** Fails with `not_found`, also for a movement that is not in the hash chain yet. */
export async function proofOf(
  deps: Pick<InfraDeps, 'sql' | 'lookups'>,
  id: string,
  tenantId: string | undefined,
): Promise<ProofFile> {
  const found = await linkedMovement(deps.sql, id, tenantId ?? null)
  if (!found?.movement) throw new Failure('not_found', 'There is no such record.', because('noSuch.record'))
  const { movement, document, link } = found
  await tenantOf(deps, movement.tenantId)
  const sequence = toWire(link.sequence)
  return {
    format: 'registry-proof/1',
    movement: movementText({ ...movement, sequence }),
    document,
    link: { sequence, previousHash: link.previousHash, hash: link.hash },
  }
}
