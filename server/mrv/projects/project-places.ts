import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { ProjectPlaces, readProjectPlaces } from '#shared/contract/projects.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { isChosen } from './project-facets.store.ts'
import { areasBy, countriesBy, placesBy } from './project-places.store.ts'
import { matching } from './projects.store.ts'
import { todayOf } from './projects.ts'

/** Published projects in `box` that match a search and facets. */
export async function projectPlaces(
  deps: Pick<InfraDeps, 'sql' | 'lookups' | 'now'>,
  { tenantId, west, south, east, north, ...filter }: ValidQueryOf<typeof readProjectPlaces>,
): Promise<ProjectPlaces> {
  await tenantOf(deps, tenantId)
  const exact = await counted(false)
  const similar = filter.q && exact.countries.length === 0 ? await counted(true) : null
  return similar && similar.countries.length > 0 ? { ...similar, isSimilar: true } : exact

  async function counted(isSimilar: boolean): Promise<ProjectPlaces> {
    const { sql } = deps
    const box = { west, south, east, north }
    const chosen = isChosen(sql, { tenantId, today: todayOf(deps) }, filter)
    const shown = {
      tenantId,
      matching: sql`${matching(sql, { ...filter, isPublished: true }, isSimilar)} and ${chosen}`,
    }
    const [countries, places, areas] = await Promise.all([
      countriesBy(sql, shown),
      placesBy(sql, shown, box),
      areasBy(sql, shown, box),
    ])
    const named = ({ id, accountId, name }: { id: string; accountId: string; name: string }) => ({
      projectKey: formatProjectKey({ tenantId, accountId, projectId: id }),
      projectName: name,
    })
    return {
      countries,
      places: places.map((place) => ({ ...place, projects: (place.projects ?? []).map(named) })),
      areas: areas.map(({ area, ...project }) => ({ ...named(project), area })),
    }
  }
}
