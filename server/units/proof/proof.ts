import type { ProofFile } from '#proof/proof-file.ts'
import { type LookupDeps, tenantOf } from '#server/people/tenants/tenants.ts'
import { linkedMovement } from '#server/units/ledger/links.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { proofOfLink } from './log.ts'

/** Fails with `not_found`, also for a movement that is not in the hash chain yet. */
export async function proofOf(deps: LookupDeps, id: string, tenantId: string | undefined): Promise<ProofFile> {
  const found = await linkedMovement(deps.sql, id, tenantId ?? null)
  if (!found?.movement) throw new Failure('not_found', 'There is no such record.', because('noSuch.record'))
  await tenantOf(deps, found.movement.tenantId)
  return proofOfLink(deps, found, found.movement.tenantId)
}
