import type { Sql } from '#server/infra/db/database.ts'
import { pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { ReplyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { listMeasurementProviders } from '#shared/contract/measurements.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { isAllowed } from './allowed.store.ts'
import { type ProviderKind, providersBy } from './providers.store.ts'

export { isActiveProvider, type ProviderKind } from './providers.store.ts'

/** Active ones, by name. */
export async function providersOf(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  kind: ProviderKind,
  query: ValidQueryOf<typeof listMeasurementProviders>,
): Promise<ReplyOf<typeof listMeasurementProviders>> {
  return pageOf(query, {
    correct: corrector(sql, actor, actor.tenantId),
    read: (part) => providersBy(sql, actor.tenantId, kind, part),
    itemOf: ({ accountId, name, country }) => ({ accountId, name, country }),
  })
}

/** True if the methodology names the provider, or none of its kind. */
export async function mayWorkUnder(
  sql: Sql,
  tenantId: string,
  methodologyId: string | null,
  providerId: string | null,
): Promise<boolean> {
  return methodologyId === null || providerId === null || isAllowed(sql, tenantId, methodologyId, providerId)
}
