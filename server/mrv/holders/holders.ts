import { pageOf } from '#server/infra/db/pages.ts'
import { readableProject } from '#server/mrv/projects/projects.ts'
import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import type { ReplyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { listHolders } from '#shared/contract/holders.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { countHolders, holdersOf } from './holders.store.ts'

/** Tenant admins see all holders, others only their accounts; the number is public. */
export async function projectHolders(
  deps: LookupDeps,
  actor: Actor,
  query: ValidQueryOf<typeof listHolders>,
): Promise<ReplyOf<typeof listHolders>> {
  const { project } = await readableProject(deps, actor, query)
  const isOwnTenant = project.tenantId === actor.tenantId
  const named = isOwnTenant ? (actor.isTenantAdmin ? 'all' : actor.accountIds) : []
  const which = { tenantId: project.tenantId, projectId: project.id }
  const [page, accounts] = await Promise.all([
    pageOf(query, {
      read: (part) => holdersOf(deps.sql, which, named, part),
      itemOf: ({ accountId, name, units }) => ({ accountId, name, units: Number(units) }),
    }),
    countHolders(deps.sql, which),
  ])
  return { ...page, accounts }
}
