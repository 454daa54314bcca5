import type { Sql } from '#server/infra/db/database.ts'
import type { ClockLine } from '#shared/contract/review.ts'
import { stageActs } from '#shared/rules/lifecycle/review.ts'

const begins = stageActs.flatMap((stage) => stage.begins)
const ends = stageActs.flatMap((stage) => stage.ends)

/**
 * Duration of decisions per month, newest first, in hours rounded up. A stage starts at its latest begin act, which
 * excludes revision time.
 */
export async function clockSince(sql: Sql, tenantId: string, since: string): Promise<ClockLine[]> {
  return sql<ClockLine[]>`
    with act as (
      select split_part(act, '.', 1) as stage, act, at,
        lag(act) over on_subject as act_before, lag(at) over on_subject as at_before
      from audit_event
      where tenant_id = ${tenantId} and act = any (${[...begins, ...ends]}::text[])
      window on_subject as (partition by subject order by sequence)
    )
    select to_char(at at time zone 'UTC', 'YYYY-MM') as month, stage, count(*)::int as decided,
      ceil(percentile_cont(0.5) within group (order by extract(epoch from at - at_before)) / 3600)::int as "medianHours",
      ceil(max(extract(epoch from at - at_before)) / 3600)::int as "longestHours"
    from act
    where act = any (${ends}::text[]) and act_before = any (${begins}::text[]) and at >= ${since}::date::timestamp at time zone 'UTC'
    group by 1, 2 order by 1 desc, 2 limit 500`
}
