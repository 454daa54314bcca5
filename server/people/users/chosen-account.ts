import { because, Failure } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'

type Rights = Pick<Actor, 'accountIds' | 'adminOf' | 'chosenAccountId'>

/**
 * Leaves of the rights those in the chosen account, so that nothing can be done for another; without a choice all. Throws
 * `forbidden` for an account to which the person does not belong.
 */
export function actingFor<R extends Rights>(rights: R, chosen: string | undefined): R {
  if (chosen === undefined) return rights
  if (!rights.accountIds.includes(chosen)) {
    throw new Failure(
      'forbidden',
      'You do not belong to the account that this call names. Nothing was done.',
      because('access.notYourAccount'),
    )
  }
  return {
    ...rights,
    accountIds: [chosen],
    adminOf: rights.adminOf.filter((accountId) => accountId === chosen),
    chosenAccountId: chosen,
  }
}
