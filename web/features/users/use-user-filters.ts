import { listUsers, userStatus } from '#shared/contract/users.ts'
import { useUrlList } from '#web/lib/use-url-list.ts'

export const userStatuses = userStatus.options

/** The user list's search, sort, filter and place in the address; what the server would refuse is left out. */
export function useUserFilters() {
  const list = useUrlList('lastName')
  const sort = listUsers.query.shape.sort.catch(undefined).parse(list.sort)
  const status = userStatus
    .optional()
    .catch(undefined)
    .parse(list.filter('status') || undefined)
  return {
    list,
    query: { sort, status, q: list.q || undefined, cursor: list.cursor || undefined, limit: 50 },
    isFiltered: Boolean(list.q || status || list.cursor),
  }
}
