import { inTenant } from '#server/db/database.ts'
import { type Page, pageOf, pageSize, placeOf } from '#server/db/pages.ts'
import type { Call } from '#server/http/serve.ts'
import type { listUsers, User } from '#shared/contract/users.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { type UserDeps, userOf } from './administering.ts'
import { type UserOrder, usersBy } from './users.store.ts'

/** The users whom the caller administers: those of its accounts, or all of the tenant. */
export async function usersOf(
  { sql }: UserDeps,
  actor: Actor,
  query: Call<typeof listUsers>['query'],
): Promise<Page<User>> {
  const limit = pageSize(query.limit)
  const order = orderOf(query.sort ?? 'lastName')
  const after = placeOf(query.cursor)
  const filter = { ...query, accountIds: actor.isTenantAdmin ? null : actor.adminOf }
  const { rows, total } = await inTenant(sql, actor.tenantId, (tx) =>
    usersBy(tx, actor.tenantId, filter, order, after, limit),
  )
  return pageOf(
    rows,
    limit,
    total,
    (row) => userOf(actor, row),
    (row) => ({ value: row.sortValue, id: row.username }),
  )
}

function orderOf(sort: NonNullable<Call<typeof listUsers>['query']['sort']>): UserOrder {
  const isDescending = sort.startsWith('-')
  const by = (isDescending ? sort.slice(1) : sort) as UserOrder['by']
  return { by, isDescending }
}
