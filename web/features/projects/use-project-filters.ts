import { listProjects, projectStatus } from '#shared/contract/projects.ts'
import { useUrlList } from '#web/lib/use-url-list.ts'

const filters = listProjects.query.pick({ status: true, country: true, sort: true, methodologyId: true })

/** A project list's search, sort, filters and place in the address; what the server would refuse is left out. */
export function useProjectFilters() {
  const list = useUrlList('-createdAt')
  const asked = {
    sort: filters.shape.sort.catch(undefined).parse(list.sort),
    status: projectStatus.optional().catch(undefined).parse(list.filter('status')),
    country: filters.shape.country.catch(undefined).parse(list.filter('country')),
  }
  return {
    list,
    query: { ...asked, q: list.q || undefined, cursor: list.cursor || undefined, limit: 20 },
    isFiltered: Boolean(list.q || asked.status || asked.country || list.cursor),
  }
}
