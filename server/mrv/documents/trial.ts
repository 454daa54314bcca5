import type { Sql } from '#server/infra/db/database.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import { filesOfAccount } from './documents.store.ts'

/** An account that nobody has approved yet keeps few files. Fails with `not_yet_approved` for one more. */
export async function refuseBeyondTrial(tx: Sql, tenantId: string, accountId: string): Promise<void> {
  const account = await filesOfAccount(tx, tenantId, accountId)
  if (account?.status !== 'pending' || account.files < limits.pendingFiles) return
  throw new Failure(
    'not_yet_approved',
    `Until your account is approved, it has at most ${limits.pendingFiles} files.`,
    because('trial.files', { most: limits.pendingFiles }),
  )
}
