import { type Judgement, stepsJudgedBy } from '#shared/rules/duties.ts'
import type { Sql } from './query.ts'
import { type Fragment, wordsIn } from './sql.ts'

/**
 * SQL for the things (`kind:id`, column `subject`) on which the person, or anyone who shared an account with the person
 * at that time, took a step that the act judges. An account is also a thing of its past and present members. Needs a
 * transaction of the tenant.
 */
export const thingsOfSide = (sql: Sql, tenantId: string, username: string | Fragment, act: Judgement) => sql`
  select e.subject from (
    select ${username}::text as username, '-infinity'::timestamptz as since, 'infinity'::timestamptz as until
    union all
    select other.username, greatest(mine.since, other.since), least(mine.until, other.until)
    from membership mine
    join membership other on other.tenant_id = mine.tenant_id and other.account_id = mine.account_id
    where mine.tenant_id = ${tenantId} and mine.username = ${username}
  ) side
  join audit_event e on e.tenant_id = ${tenantId} and e.actor = side.username and e.at >= side.since and e.at < side.until
  where e.act in ${steps[act]}
  ${act === 'account.decide' ? sql`union all select 'account:' || account_id from membership where tenant_id = ${tenantId} and username = ${username}` : sql``}`

const steps = {
  'account.decide': wordsIn(stepsJudgedBy['account.decide']),
  'project.decide': wordsIn(stepsJudgedBy['project.decide']),
  'methodology.decide': wordsIn(stepsJudgedBy['methodology.decide']),
  'measurement.accept': wordsIn(stepsJudgedBy['measurement.accept']),
  'verification.decide': wordsIn(stepsJudgedBy['verification.decide']),
  'units.mint': wordsIn(stepsJudgedBy['units.mint']),
} satisfies Record<Judgement, Fragment>
