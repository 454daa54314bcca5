import { pageOf } from '#server/infra/db/pages.ts'
import { readableProject } from '#server/mrv/projects/projects.ts'
import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import type { ReplyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { listHolders } from '#shared/contract/holders.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { holdersOf } from './holders.store.ts'

/** Tenant admins see all holders, others only their accounts; the number is public. */
export async function projectHolders(
  deps: LookupDeps,
  actor: Actor,
  query: ValidQueryOf<typeof listHolders>,
): Promise<ReplyOf<typeof listHolders>> {
  const { project } = await readableProject(deps, actor, query)
  const isOwnTenant = project.tenantId === actor.tenantId
  const named = isOwnTenant ? (actor.isTenantAdmin ? 'all' : actor.accountIds) : []
  let accounts = 0n
  const page = await pageOf(query, {
    sortedBy: 'number',
    read: async (part) => {
      const found = await holdersOf(deps.sql, { tenantId: project.tenantId, projectId: project.id }, named, part)
      accounts = found.accounts
      return found
    },
    placeOf: ({ units, accountId }) => ({ value: String(units), id: accountId }),
    itemOf: ({ accountId, name, units }) => ({ accountId, name, units: Number(units) }),
  })
  return { ...page, accounts: Number(accounts) }
}
