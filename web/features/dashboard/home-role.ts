import type { Account } from '#shared/contract/accounts.ts'
import type { Session } from '#web/lib/session.ts'

/** Whose work comes first at home; a registry's admin decides before the own account's work. */
export type HomeRole = 'registry' | Account['type']

/** Undefined until the account is known. */
export function homeRole(session: Session, account: Account | undefined): HomeRole | undefined {
  return session.may('project.decide') ? 'registry' : account?.type
}
