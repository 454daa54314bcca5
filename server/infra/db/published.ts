import type { Fragment, Sql } from '#server/infra/db/database.ts'

/**
 * `publishedStatuses` of shared/rules/lifecycle/project.ts as literals; with a parameter, PostgreSQL ignores the index.
 */
export const isPublishedIn = (sql: Sql, status: Fragment) =>
  sql`${status} in ('approved', 'active', 'suspended', 'withdrawn')`
