import { inTenant } from '#server/infra/db/database.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { listUsers, User } from '#shared/contract/users.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { tellOfEnds } from './account-role.store.ts'
import { seenBy, type UserDeps, userOf } from './administering.ts'
import { joinAccount } from './user-record.store.ts'
import { type UserOrder, usersBy } from './users.store.ts'

export { joinAccount, tellOfEnds }

/** Returns a page of the users whom the caller administers. */
export async function usersOf(
  { sql }: UserDeps,
  actor: Actor,
  query: ValidQueryOf<typeof listUsers>,
): Promise<Page<User>> {
  const order = orderOf(query.sort ?? 'lastName')
  const filter = { ...query, accountIds: seenBy(actor) }
  return pageOf(query, {
    read: (part) => inTenant(sql, actor.tenantId, (tx) => usersBy(tx, actor.tenantId, filter, order, part)),
    itemOf: (row) => userOf(actor, row),
  })
}

function orderOf(sort: NonNullable<ValidQueryOf<typeof listUsers>['sort']>): UserOrder {
  const isDescending = sort.startsWith('-')
  const by = (isDescending ? sort.slice(1) : sort) as UserOrder['by']
  return { by, isDescending }
}
