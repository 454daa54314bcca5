import { type Page, pageOf, pageSize, placeOf } from '#server/db/pages.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { listMeasurementProviders } from '#shared/contract/measurements.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { type ProviderKind, providersBy } from './providers.store.ts'

export { isActiveProvider, type ProviderKind } from './providers.store.ts'

type Provider = { accountId: string; name: string; country: string | null }

/** The active measurement or verification providers of the caller's registry, by name. */
export async function providersOf(
  { sql }: UnitsDeps,
  actor: Actor,
  kind: ProviderKind,
  query: ValidQueryOf<typeof listMeasurementProviders>,
): Promise<Page<Provider>> {
  const limit = pageSize(query.limit)
  const { rows, total } = await providersBy(sql, actor.tenantId, kind, {
    q: query.q,
    after: placeOf(query.cursor),
    limit,
  })
  return pageOf(
    rows,
    limit,
    total,
    ({ accountId, name, country }) => ({ accountId, name, country }),
    (row) => ({ value: row.sortValue, id: row.accountId }),
  )
}
