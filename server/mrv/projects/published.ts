import type { Fragment, Sql } from '#server/infra/db/database.ts'

/**
 * Whether the project with this status is one that visitors see: SQL for `publishedStatuses` of shared/rules/lifecycle.ts.
 * The statuses are written out because only then PostgreSQL sees that the index of published projects has them all.
 */
export const isPublishedIn = (sql: Sql, status: Fragment) =>
  sql`${status} in ('approved', 'active', 'suspended', 'withdrawn')`
