import type { Sql } from '#server/infra/db/database.ts'
import { isPublishedIn } from '#server/infra/db/published.ts'

export type Viewer = { isTenantAdmin: boolean; accountIds: readonly string[] }

export const seenProject = (sql: Sql, viewer: Viewer) => {
  const accountIds = [...viewer.accountIds]
  return viewer.isTenantAdmin
    ? sql`true`
    : sql`(${isPublishedIn(sql, sql`p.status`)} or p.account_id = any (${accountIds})
        or p.measurement_provider_id = any (${accountIds}) or p.verification_provider_id = any (${accountIds}))`
}

/** `offset 0` makes PostgreSQL check accounts only until the limit. */
export const seenAccount = (sql: Sql, tenantId: string, viewer: Viewer) =>
  viewer.isTenantAdmin
    ? sql`true`
    : sql`exists (select from project p
        where p.tenant_id = ${tenantId} and p.account_id = a.id and ${isPublishedIn(sql, sql`p.status`)} offset 0)`

export const seenMethodology = (sql: Sql, viewer: Viewer) =>
  viewer.isTenantAdmin
    ? sql`true`
    : sql`(y.status in ('approved', 'deprecated') or y.account_id = any (${[...viewer.accountIds]}))`

/** SQL: the viewer may see what document `d` describes; words of hidden items stay unknown. */
export const isSeen = (sql: Sql, tenantId: string, viewer: Viewer) =>
  viewer.isTenantAdmin
    ? sql`true`
    : sql`case d.kind
        when 'project' then exists (
          select from project p where p.tenant_id = ${tenantId} and p.id = d.id and ${seenProject(sql, viewer)})
        when 'account' then exists (
          select from account a where a.tenant_id = ${tenantId} and a.id = d.id and ${seenAccount(sql, tenantId, viewer)})
        else exists (
          select from methodology y where y.tenant_id = ${tenantId} and y.id = d.id and ${seenMethodology(sql, viewer)}) end`
