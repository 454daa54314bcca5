import type { Sql } from '#server/infra/db/database.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import { thingsOfUnapproved } from './trial.store.ts'

/** Limits of an unapproved account. It may not invite people, hold units or serve as a provider. */
const mostOf = {
  projects: limits.pendingProjects,
  methodologies: limits.pendingMethodologies,
  files: limits.pendingFiles,
} as const

export type TrialKind = keyof typeof mostOf

/** Fails with `not_yet_approved` above an unapproved account's limit. Serialises concurrent calls. */
export async function refuseBeyondTrial(
  tx: Sql,
  account: { tenantId: string; accountId: string },
  kind: TrialKind,
): Promise<void> {
  const most = mostOf[kind]
  const things = await thingsOfUnapproved(tx, account)
  if (things === null || things[kind] < most) return
  throw new Failure(
    'not_yet_approved',
    `Until your account is approved, it has at most ${most} ${kind}.`,
    because(`trial.${kind}`, { most }),
  )
}
