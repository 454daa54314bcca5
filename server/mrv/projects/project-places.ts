import { forgiving, type Search } from '#server/infra/db/forgiving.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { corrector } from '#server/people/search/corrections.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { ProjectPlaces, readProjectPlaces } from '#shared/contract/projects.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { isChosen } from './project-facets.store.ts'
import { areasBy, countriesBy, placesBy } from './project-places.store.ts'
import { matching } from './projects.store.ts'
import { todayOf } from './projects.ts'

/** Published projects in `box` that match a search and facets. */
export async function projectPlaces(
  deps: Pick<InfraDeps, 'sql' | 'lookups' | 'now'>,
  actor: Actor,
  { tenantId, west, south, east, north, q, ...choice }: ValidQueryOf<typeof readProjectPlaces>,
): Promise<ProjectPlaces> {
  await tenantOf(deps, tenantId)
  const { sql } = deps
  const box = { west, south, east, north }
  const { found, forgiven } = await forgiving(q, corrector(sql, actor, tenantId), {
    read: counted,
    isEmpty: ({ countries }) => countries.length === 0,
  })
  return { ...found, ...forgiven }

  async function counted(search: Search | null): Promise<ProjectPlaces> {
    const isNarrowed = search !== null || Object.values(choice).some((values) => values !== undefined)
    const chosen = isChosen(sql, { tenantId, today: todayOf(deps) }, choice)
    const shown = {
      tenantId,
      matching: sql`${matching(sql, tenantId, { isPublished: true }, search)} and ${chosen}`,
    }
    const [countries, places, areas] = await Promise.all([
      countriesBy(sql, shown, isNarrowed),
      placesBy(sql, shown, box),
      areasBy(sql, shown, box),
    ])
    const named = ({ id, accountId, name }: { id: string; accountId: string; name: string }) => ({
      projectKey: formatProjectKey({ tenantId, accountId, projectId: id }),
      projectName: name,
    })
    return {
      countries: countries.map((row) => ({ ...row, issued: toWire(row.issued) })),
      places: places.map((place) => ({ ...place, projects: (place.projects ?? []).map(named) })),
      areas: areas.map(({ type, area, ...project }) => ({ ...named(project), type, area })),
    }
  }
}
