import { type Fragment, type Sql, wordsIn } from '#server/infra/db/database.ts'
import type { Judgement } from '#shared/rules/duties.ts'
import { stepKinds, type TaskKind, type TaskSide, waitingStates } from '#shared/rules/lifecycle/tasks.ts'

/** An index on due dates supports `isBy`. */
type Due = { date: Fragment; isBy: (day: Fragment) => Fragment }

const dueAt = (sql: Sql, date: Fragment): Due => ({ date, isBy: (day) => sql`${date} <= ${day}` })

/** A kind of step on one side, with its columns. */
export type Part = {
  kind: TaskKind
  side: TaskSide
  tenant: Fragment
  subject: Fragment
  /** Null for the registry. */
  account: Fragment | null
  since: Fragment
  project: Fragment | null
  /** Its period is the task's. */
  measurement: Fragment | null
  due: Due | null
  isReturned: Fragment
  /** Accounts whose members may not take the step. */
  partial: Fragment
  /** The step's judgement and what it judges (`kind:id`). Nobody judges their side's work. */
  judged: { act: Judgement; things: Fragment } | null
  from: Fragment
  where: Fragment
}

const statesOf = Object.fromEntries(stepKinds.map((kind) => [kind, wordsIn(waitingStates(kind))]))

/** SQL: the status is one in which this kind of task waits. */
const waits = (sql: Sql, status: Fragment, kind: (typeof stepKinds)[number]) => {
  const states = statesOf[kind]
  if (!states) throw new Error(`${kind} waits in no state.`)
  return sql`${status} in ${states}`
}

const never = (sql: Sql) => ({
  project: null,
  measurement: null,
  due: null,
  isReturned: sql`false`,
  partial: sql`'{}'::text[]`,
  judged: null,
})

const projectPart = (sql: Sql) => ({
  ...never(sql),
  tenant: sql`p.tenant_id`,
  subject: sql`p.id`,
  since: sql`p.status_since`,
  project: sql`p.id`,
  from: sql`project p`,
})

const projectStep = (sql: Sql, kind: 'project.submit' | 'project.reopen'): Part => ({
  ...projectPart(sql),
  kind,
  side: 'proponent',
  account: sql`p.account_id`,
  isReturned: sql`p.status_reason is not null`,
  where: waits(sql, sql`p.status`, kind),
})

/** Approved projects have no measurement: the first measurement activates a project. */
const firstMeasurement = (sql: Sql, side: 'proponent' | 'measurer'): Part => ({
  ...projectPart(sql),
  kind: side === 'proponent' ? 'project.measure' : 'project.measureAsProvider',
  side,
  account: side === 'proponent' ? sql`p.account_id` : sql`p.measurement_provider_id`,
  where: sql`p.status = 'approved' ${side === 'proponent' ? sql`` : sql`and p.measurement_provider_id <> p.account_id`}`,
})

const projectDecision = (sql: Sql): Part => ({
  ...projectPart(sql),
  kind: 'project.decide',
  side: 'registry',
  account: null,
  partial: sql`array[p.account_id]`,
  judged: { act: 'project.decide', things: sql`array['project:' || p.id]` },
  where: waits(sql, sql`p.status`, 'project.decide'),
})

const accountDecision = (sql: Sql): Part => ({
  ...never(sql),
  kind: 'account.decide',
  side: 'registry',
  tenant: sql`a.tenant_id`,
  subject: sql`a.id`,
  account: null,
  since: sql`a.applied_at`,
  partial: sql`array[a.id]`,
  judged: { act: 'account.decide', things: sql`array['account:' || a.id]` },
  from: sql`account a`,
  where: waits(sql, sql`a.status`, 'account.decide'),
})

const methodologyPart = (sql: Sql) => ({
  ...never(sql),
  tenant: sql`m.tenant_id`,
  subject: sql`m.id`,
  since: sql`m.status_since`,
  from: sql`methodology m`,
})

const methodologyStep = (sql: Sql, kind: 'methodology.submit' | 'methodology.reopen'): Part => ({
  ...methodologyPart(sql),
  kind,
  side: 'organisation',
  account: sql`m.account_id`,
  isReturned: sql`m.status_reason is not null`,
  where: sql`${waits(sql, sql`m.status`, kind)} and m.account_id is not null`,
})

const methodologyDecision = (sql: Sql): Part => ({
  ...methodologyPart(sql),
  kind: 'methodology.decide',
  side: 'registry',
  account: null,
  partial: sql`array[m.account_id]`,
  judged: { act: 'methodology.decide', things: sql`array['methodology:' || m.id]` },
  where: waits(sql, sql`m.status`, 'methodology.decide'),
})

const measurementPart = (sql: Sql) => ({
  ...never(sql),
  tenant: sql`m.tenant_id`,
  subject: sql`m.id`,
  project: sql`m.project_id`,
  measurement: sql`m.id`,
  from: sql`measurement m`,
})

/** The task begins when the period ends. */
const measurementStep = (sql: Sql): Part => ({
  ...measurementPart(sql),
  kind: 'measurement.submit',
  side: 'measurer',
  account: sql`m.account_id`,
  since: sql`greatest(m.status_since, upper(m.period)::timestamp at time zone 'UTC')`,
  due: dueAt(sql, sql`m.due_date`),
  isReturned: sql`m.status_reason is not null`,
  where: sql`
    ${waits(sql, sql`m.status`, 'measurement.submit')} and upper(m.period) <= (now() at time zone 'UTC')::date`,
})

/** The account decides on its measurer's submission, the registry on the account's. Decisions have no due date. */
const measurementDecision = (sql: Sql, side: 'proponent' | 'registry'): Part => ({
  ...measurementPart(sql),
  kind: 'measurement.decide',
  side,
  account: side === 'proponent' ? sql`p.account_id` : null,
  since: sql`m.status_since`,
  partial: side === 'registry' ? sql`array[m.submitted_account_id]` : sql`'{}'::text[]`,
  judged: { act: 'measurement.accept', things: sql`array['measurement:' || m.id]` },
  from: sql`measurement m join project p on p.tenant_id = m.tenant_id and p.id = m.project_id`,
  where: sql`
    ${waits(sql, sql`m.status`, 'measurement.decide')}
    and m.submitted_account_id ${side === 'registry' ? sql`=` : sql`<>`} p.account_id`,
})

const verificationPart = (sql: Sql) => ({
  ...never(sql),
  tenant: sql`v.tenant_id`,
  subject: sql`v.id`,
  since: sql`v.status_since`,
  project: sql`v.project_id`,
  measurement: sql`v.measurement_id`,
  from: sql`verification v`,
})

const verified = (sql: Sql) => ({
  act: 'verification.decide' as const,
  things: sql`array['project:' || v.project_id, 'measurement:' || v.measurement_id, 'verification:' || v.id]`,
})

const withProject = (sql: Sql) =>
  sql`verification v join project p on p.tenant_id = v.tenant_id and p.id = v.project_id`
const withMeasurement = (sql: Sql) =>
  sql`verification v join measurement m on m.tenant_id = v.tenant_id and m.id = v.measurement_id`

const sidesOf = (sql: Sql) => sql`array[
  (select p.account_id from project p where p.tenant_id = v.tenant_id and p.id = v.project_id),
  (select m.account_id from measurement m where m.tenant_id = v.tenant_id and m.id = v.measurement_id)]`

const verificationStep = (sql: Sql, kind: 'verification.start' | 'verification.decide'): Part => ({
  ...verificationPart(sql),
  kind,
  side: 'verifier',
  account: sql`v.account_id`,
  due: dueAt(sql, sql`v.due_date`),
  judged: verified(sql),
  partial: sidesOf(sql),
  where: waits(sql, sql`v.status`, kind),
})

type FindingKind = 'verification.answerAsProponent' | 'verification.answerAsMeasurer' | 'verification.judgeAnswers'

/**
 * One task per verification and side, since its oldest finding was opened or asked again, or first answered after that.
 */
const findingsThat = (
  sql: Sql,
  kind: FindingKind,
  side: 'proponent' | 'measurer' | 'verifier',
  { matching, began }: { matching: Fragment; began: Fragment },
): Part => {
  const sides = {
    proponent: { account: sql`p.account_id`, from: withProject(sql) },
    measurer: { account: sql`m.account_id`, from: withMeasurement(sql) },
    verifier: { account: sql`v.account_id`, from: sql`verification v` },
  }
  const { account, from } = sides[side]
  return {
    ...verificationPart(sql),
    kind,
    side,
    account,
    judged: side === 'verifier' ? verified(sql) : null,
    since: sql`found.since`,
    due: {
      date: sql`found.due_date`,
      isBy: (day) => sql`found.due_date <= ${day} and (v.tenant_id, v.id) in (
        select f.tenant_id, f.verification_id from finding f where f.status <> 'closed' and f.due_date <= ${day})`,
    },
    from: sql`
      ${from}
      join lateral (
        select min(${began}) as since, min(f.due_date) as due_date from finding f
        where f.tenant_id = v.tenant_id and f.verification_id = v.id and ${matching}
      ) found on found.since is not null`,
    where: sql`v.status = 'findings open'`,
  }
}

const openFindings = (sql: Sql, side: 'proponent' | 'measurer') =>
  findingsThat(sql, side === 'proponent' ? 'verification.answerAsProponent' : 'verification.answerAsMeasurer', side, {
    matching: sql`f.status = 'open' and f.owner_side = ${side}`,
    began: sql`coalesce((
      select max(s.created_at) from finding_message s
      where s.tenant_id = f.tenant_id and s.finding_id = f.id and s.act = 'ask'), f.created_at)`,
  })

const answeredFindings = (sql: Sql) =>
  findingsThat(sql, 'verification.judgeAnswers', 'verifier', {
    matching: waits(sql, sql`f.status`, 'verification.judgeAnswers'),
    began: sql`(
      select min(s.created_at) from finding_message s
      where s.tenant_id = f.tenant_id and s.finding_id = f.id and s.act = 'respond' and s.ordinal > coalesce((
        select max(a.ordinal) from finding_message a
        where a.tenant_id = f.tenant_id and a.finding_id = f.id and a.act = 'ask'), 0))`,
  })

/** The period crosses years, the opinion lacks them, and nothing is issued. */
const lacksYears = (sql: Sql) => sql`(
  v.by_year is null
  and (select years_of(m.period) from measurement m where m.tenant_id = v.tenant_id and m.id = v.measurement_id) > 1
  and not exists (select from asset s where s.tenant_id = v.tenant_id and s.verification_id = v.id))`

const yearsToState = (sql: Sql): Part => ({
  ...verificationPart(sql),
  kind: 'verification.stateYears',
  side: 'verifier',
  account: sql`v.account_id`,
  judged: verified(sql),
  partial: sidesOf(sql),
  where: sql`v.status = 'verified' and not v.is_issued and ${lacksYears(sql)}`,
})

/** Some units are neither issued nor reserved by a mint that waits. */
const hasUnitsLeft = (sql: Sql) => sql`(
  not exists (select from pending_act w where w.tenant_id = v.tenant_id and w.type = 'mint' and w.outcome is null)
  or exists (select from vintages_of(v.tenant_id, v.id) y where y.verified > y.issued + y.reserved))`

const unitsToMint = (sql: Sql): Part => ({
  ...verificationPart(sql),
  kind: 'units.mint',
  side: 'proponent',
  account: sql`p.account_id`,
  judged: { act: 'units.mint', things: sql`array['verification:' || v.id]` },
  from: withProject(sql),
  where: sql`v.status = 'verified' and not v.is_issued and p.status = 'active' and not ${lacksYears(sql)}
    and ${hasUnitsLeft(sql)}`,
})

/** Each step uses a small partial index. */
export const partsOf = (sql: Sql): readonly Part[] => [
  projectStep(sql, 'project.submit'),
  projectStep(sql, 'project.reopen'),
  projectDecision(sql),
  firstMeasurement(sql, 'proponent'),
  firstMeasurement(sql, 'measurer'),
  accountDecision(sql),
  methodologyStep(sql, 'methodology.submit'),
  methodologyStep(sql, 'methodology.reopen'),
  methodologyDecision(sql),
  measurementStep(sql),
  measurementDecision(sql, 'proponent'),
  measurementDecision(sql, 'registry'),
  verificationStep(sql, 'verification.start'),
  verificationStep(sql, 'verification.decide'),
  openFindings(sql, 'proponent'),
  openFindings(sql, 'measurer'),
  answeredFindings(sql),
  yearsToState(sql),
  unitsToMint(sql),
]
