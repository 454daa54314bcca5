import { type Fragment, type Sql, wordsIn } from '#server/infra/db/database.ts'
import { stepKinds, type TaskKind, type TaskSide, waitingStates } from '#shared/rules/lifecycle/tasks.ts'

/** Something that waits for a step. */
export type WaitingRow = {
  kind: TaskKind
  subjectId: string
  side: TaskSide
  /** The account on which it waits; null for the registry. */
  accountId: string | null
  since: Date
  dueDate: string | null
  projectId: string | null
  projectAccountId: string | null
  name: string
  periodStart: string | null
  periodEnd: string | null
  isReturned: boolean
}

const statesOf = Object.fromEntries(stepKinds.map((kind) => [kind, wordsIn(waitingStates(kind))]))

/** SQL for whether a column holds one of the states in which a kind of task waits. */
const waits = (sql: Sql, status: Fragment, kind: (typeof stepKinds)[number]) => {
  const states = statesOf[kind]
  if (!states) throw new Error(`${kind} waits in no state.`)
  return sql`${status} in ${states}`
}

const aboutProject = (sql: Sql) => sql`
  p.id as project_id, p.account_id as project_account_id, p.name, p.words`
const noPeriod = (sql: Sql) => sql`null::daterange as period, null::date as due_date`
/** A period is measured when it is over: until then only time is waited for. */
const measuredSince = (sql: Sql) => sql`greatest(m.status_since, upper(m.period)::timestamp at time zone 'UTC')`

const projectStep = (sql: Sql, kind: 'project.submit' | 'project.reopen') => sql`
  select p.tenant_id, ${kind} as kind, p.id as subject_id, 'proponent' as side, p.account_id, p.status_since as since,
    ${aboutProject(sql)}, ${noPeriod(sql)}, p.status_reason is not null as is_returned, '{}'::text[] as partial, null as author
  from project p where ${waits(sql, sql`p.status`, kind)}`

const projectDecision = (sql: Sql) => sql`
  select p.tenant_id, 'project.decide', p.id, 'registry', null, p.status_since,
    ${aboutProject(sql)}, ${noPeriod(sql)}, false, array[p.account_id], p.created_by
  from project p where ${waits(sql, sql`p.status`, 'project.decide')}`

const accountDecision = (sql: Sql) => sql`
  select a.tenant_id, 'account.decide', a.id, 'registry', null, a.applied_at,
    null, null, a.name, a.words, ${noPeriod(sql)}, false, array[a.id], null
  from account a where ${waits(sql, sql`a.status`, 'account.decide')}`

const aboutMethodology = (sql: Sql) => sql`null, null, m.name || ' ' || m.version, search_words(m.name)`

const methodologyStep = (sql: Sql, kind: 'methodology.submit' | 'methodology.reopen') => sql`
  select m.tenant_id, ${kind}, m.id, 'organisation', m.account_id, m.status_since,
    ${aboutMethodology(sql)}, ${noPeriod(sql)}, m.status_reason is not null, '{}'::text[], null
  from methodology m where ${waits(sql, sql`m.status`, kind)} and m.account_id is not null`

const methodologyDecision = (sql: Sql) => sql`
  select m.tenant_id, 'methodology.decide', m.id, 'registry', null, m.status_since,
    ${aboutMethodology(sql)}, ${noPeriod(sql)}, false, array[m.account_id], null
  from methodology m where ${waits(sql, sql`m.status`, 'methodology.decide')}`

const fromMeasurement = (sql: Sql) => sql`
  from measurement m join project p on p.tenant_id = m.tenant_id and p.id = m.project_id`

const measurementStep = (sql: Sql) => sql`
  select m.tenant_id, 'measurement.submit', m.id, 'measurer', m.account_id, ${measuredSince(sql)},
    ${aboutProject(sql)}, m.period, m.due_date, m.status_reason is not null, '{}'::text[], null
  ${fromMeasurement(sql)}
  where ${waits(sql, sql`m.status`, 'measurement.submit')} and upper(m.period) <= (now() at time zone 'UTC')::date`

/**
 * The project's account decides about what its measurer submitted, the registry about what the account submitted itself. The
 * measurement was due, the decision is not.
 */
const measurementDecisions = (sql: Sql) => sql`
  select m.tenant_id, 'measurement.decide', m.id, 'proponent', p.account_id, m.status_since,
    ${aboutProject(sql)}, m.period, null, false, '{}'::text[], null
  ${fromMeasurement(sql)}
  where ${waits(sql, sql`m.status`, 'measurement.decide')} and m.submitted_account_id <> p.account_id
  union all
  select m.tenant_id, 'measurement.decide', m.id, 'registry', null, m.status_since,
    ${aboutProject(sql)}, m.period, null, false, array[m.submitted_account_id], null
  ${fromMeasurement(sql)}
  where ${waits(sql, sql`m.status`, 'measurement.decide')} and m.submitted_account_id = p.account_id`

const fromVerification = (sql: Sql) => sql`
  from verification v
  join measurement m on m.tenant_id = v.tenant_id and m.id = v.measurement_id
  join project p on p.tenant_id = v.tenant_id and p.id = v.project_id`

const verificationStep = (sql: Sql, kind: 'verification.start' | 'verification.decide') => sql`
  select v.tenant_id, ${kind}, v.id, 'verifier', v.account_id, v.status_since,
    ${aboutProject(sql)}, m.period, v.due_date, false, array[p.account_id, m.account_id], null
  ${fromVerification(sql)} where ${waits(sql, sql`v.status`, kind)}`

/**
 * Findings that wait, those of a verification on one side as one task, since the oldest of them does: an open one since it was
 * opened or asked about again, an answered one since its first answer after that.
 */
const findingsThat = (
  sql: Sql,
  kind: 'verification.answerAsProponent' | 'verification.answerAsMeasurer' | 'verification.judgeAnswers',
  { side, account, matching, began }: { side: TaskSide; account: Fragment; matching: Fragment; began: Fragment },
) => sql`
  select v.tenant_id, ${kind}, v.id, ${side}, ${account}, found.since,
    ${aboutProject(sql)}, m.period, found.due_date, false, '{}'::text[], null
  ${fromVerification(sql)}
  join lateral (
    select min(${began}) as since, min(f.due_date) as due_date from finding f
    where f.tenant_id = v.tenant_id and f.verification_id = v.id and ${matching}
  ) found on found.since is not null
  where v.status = 'findings open'`

const openFindings = (sql: Sql, kind: 'verification.answerAsProponent' | 'verification.answerAsMeasurer') => {
  const side = kind === 'verification.answerAsProponent' ? 'proponent' : 'measurer'
  return findingsThat(sql, kind, {
    side,
    account: side === 'proponent' ? sql`p.account_id` : sql`m.account_id`,
    matching: sql`f.status = 'open' and f.owner_side = ${side}`,
    began: sql`coalesce((
      select max(s.created_at) from finding_message s
      where s.tenant_id = f.tenant_id and s.finding_id = f.id and s.act = 'ask'), f.created_at)`,
  })
}

const answeredFindings = (sql: Sql) =>
  findingsThat(sql, 'verification.judgeAnswers', {
    side: 'verifier',
    account: sql`v.account_id`,
    matching: waits(sql, sql`f.status`, 'verification.judgeAnswers'),
    began: sql`(
      select min(s.created_at) from finding_message s
      where s.tenant_id = f.tenant_id and s.finding_id = f.id and s.act = 'respond' and s.ordinal > coalesce((
        select max(a.ordinal) from finding_message a
        where a.tenant_id = f.tenant_id and a.finding_id = f.id and a.act = 'ask'), 0))`,
  })

const unitsToMint = (sql: Sql) => sql`
  select v.tenant_id, 'units.mint', v.id, 'proponent', p.account_id, v.status_since,
    ${aboutProject(sql)}, m.period, null, false, '{}'::text[], null
  ${fromVerification(sql)}
  where v.status = 'verified' and p.status = 'active' and v.quantity > (
    select coalesce(sum(s.issued), 0) from asset s where s.tenant_id = v.tenant_id and s.verification_id = v.id)`

/**
 * Everything that waits, of every tenant, for queries to narrow: a condition on a column reaches each part by itself and finds its
 * index. `partial` are the accounts whose people may not take the step, `author` the person who may not.
 */
export const waiting = (sql: Sql) => sql`(
  ${[
    projectStep(sql, 'project.submit'),
    projectStep(sql, 'project.reopen'),
    projectDecision(sql),
    accountDecision(sql),
    methodologyStep(sql, 'methodology.submit'),
    methodologyStep(sql, 'methodology.reopen'),
    methodologyDecision(sql),
    measurementStep(sql),
    measurementDecisions(sql),
    verificationStep(sql, 'verification.start'),
    verificationStep(sql, 'verification.decide'),
    openFindings(sql, 'verification.answerAsProponent'),
    openFindings(sql, 'verification.answerAsMeasurer'),
    answeredFindings(sql),
    unitsToMint(sql),
  ].reduce((all, part) => sql`${all} union all ${part}`)}
)`

export type WaitsOn = { side: TaskSide; accountId: string | null; account: string | null; since: Date }

/** On whom a project waits, with all that is measured and verified of it: whoever was asked first; null if on nobody. */
export async function projectWaitsOn(sql: Sql, tenantId: string, projectId: string): Promise<WaitsOn | null> {
  const [row] = await sql<WaitsOn[]>`
    select w.side, w.account_id as "accountId", a.name as account, w.since
    from ${waiting(sql)} w left join account a on a.tenant_id = w.tenant_id and a.id = w.account_id
    where w.tenant_id = ${tenantId} and w.project_id = ${projectId}
    order by w.since, w.kind, w.subject_id limit 1`
  return row ?? null
}
