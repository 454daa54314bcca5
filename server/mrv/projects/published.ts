import type { Fragment, Sql } from '#server/infra/db/database.ts'

/**
 * SQL for whether a project with this status is published: `publishedStatuses` of shared/rules/lifecycle/project.ts, written out, for
 * otherwise PostgreSQL does not use the index of published projects.
 */
export const isPublishedIn = (sql: Sql, status: Fragment) =>
  sql`${status} in ('approved', 'active', 'suspended', 'withdrawn')`
