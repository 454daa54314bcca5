import type { Sql } from '#server/infra/db/database.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import { thingsOfUnapproved } from './trial.store.ts'

/**
 * What an account may have before the registry has approved it, and how many of each. It makes nothing else: it invites nobody, holds no
 * units, and nobody may name it as a provider.
 */
const mostOf = {
  projects: limits.pendingProjects,
  methodologies: limits.pendingMethodologies,
  files: limits.pendingFiles,
} as const

export type TrialKind = keyof typeof mostOf

/** Refuses with `not_yet_approved` one more of a kind to an account that nobody has approved yet. Of two at once one waits. */
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
