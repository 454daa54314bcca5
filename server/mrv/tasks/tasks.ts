import { inTenant, type Sql } from '#server/infra/db/database.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseChangedMeanwhile } from '#server/people/audit/meanwhile.ts'
import { notify } from '#server/people/notices/notify.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { ReplyOf, ValidBodyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/tasks.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { type TaskKind, taskPath } from '#shared/rules/lifecycle/tasks.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { colleaguesFor, lockAssignment, setAssignment, type TaskRow, taskOf, tasksBy } from './tasks.store.ts'

/** Tasks of the caller's accounts, and for tenant admins the registry's, oldest first. */
export async function tasksFor(
  deps: Pick<InfraDeps, 'sql' | 'now'>,
  actor: Actor,
  query: ValidQueryOf<typeof contract.listTasks>,
): Promise<Page<contract.Task>> {
  const { tenantId } = actor
  const today = deps.now().toISOString().slice(0, 10)
  return inTenant(deps.sql, tenantId, (tx) =>
    pageOf(query, {
      correct: corrector(tx, actor, tenantId),
      read: (part) => tasksBy(tx, tenantId, actor, query, part),
      itemOf: (row) => taskAs(tenantId, row, today),
    }),
  )
}

/** Possible assignees; fails with `not_found` if the task is not the caller's. */
export async function colleaguesOf(
  { sql }: Pick<InfraDeps, 'sql'>,
  { tenantId, ...actor }: Actor,
  { q, ...which }: ValidQueryOf<typeof contract.listColleagues>,
): Promise<ReplyOf<typeof contract.listColleagues>> {
  return inTenant(sql, tenantId, async (tx) => {
    const task = await requireTask(tx, { tenantId, ...actor }, which)
    return { items: await colleaguesFor(tx, tenantId, task, { q }, limits.pageMax) }
  })
}

/** Notifies the new assignee; null unassigns. Fails with `invalid` if the person may not take the task. */
export async function assignTask(
  deps: Pick<InfraDeps, 'sql' | 'now'>,
  actor: Actor,
  { username, was, ...which }: ValidBodyOf<typeof contract.assignTask>,
): Promise<contract.Task> {
  const { tenantId } = actor
  return inTenant(deps.sql, tenantId, async (tx) => {
    await lockAssignment(tx, tenantId, await requireTask(tx, actor, which))
    const task = await requireTask(tx, actor, which)
    await refuseChangedMeanwhile(tx, actor, subjectOf(task), {
      was,
      now: { username: task.assignee },
      requested: { username },
      logged: { username: 'assignee' },
    })
    const [taker] = username === null ? [] : await colleaguesFor(tx, tenantId, task, { username }, 1)
    if (username !== null && !taker)
      throw invalidAt('username', 'not somebody who may take this task', because('people.noTaker'))
    await setAssignment(tx, tenantId, task, username)
    await audit(tx, actor, {
      act: 'task.assign',
      subject: subjectOf(task),
      before: { assignee: task.assignee },
      after: { assignee: username },
    })
    if (username !== null) {
      await notify(
        tx,
        actor,
        { user: username, wordsOf: task.partial },
        { kind: 'task.assign', facts: { about: task.name } },
      )
    }
    return taskAs(tenantId, await requireTask(tx, actor, which), deps.now().toISOString().slice(0, 10))
  })
}

async function requireTask(tx: Sql, actor: Actor, which: { kind: TaskKind; subjectId: string }): Promise<TaskRow> {
  const row = await taskOf(tx, actor.tenantId, actor, which)
  if (!row) throw new Failure('not_found', 'There is no such task that waits on you.', because('noSuch.task'))
  return row
}

/** As in the audit log. */
function subjectOf({ kind, subjectId }: TaskRow): string {
  const [thing = ''] = kind.split('.')
  return `${thing === 'units' ? 'verification' : thing}:${subjectId}`
}

function taskAs(tenantId: string, row: TaskRow, today: string): contract.Task {
  const { projectId, projectAccountId: accountId } = row
  const projectKey =
    projectId === null || accountId === null ? null : formatProjectKey({ tenantId, accountId, projectId })
  return {
    kind: row.kind,
    subjectId: row.subjectId,
    side: row.side,
    accountId: row.accountId,
    account: row.account,
    name: row.name,
    projectId,
    projectKey,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    isReturned: row.isReturned,
    since: row.since?.toISOString() ?? null,
    dueDate: row.dueDate,
    overdue: row.dueDate !== null && row.dueDate < today,
    assignee: row.assignee === null ? null : { username: row.assignee, name: row.assigneeName ?? row.assignee },
    path: taskPath({ ...row, projectKey }),
  }
}
