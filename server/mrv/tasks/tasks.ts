import { actsIn, inTenant, type Sql } from '#server/infra/db/database.ts'
import { forgiving } from '#server/infra/db/forgiving.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseChangedMeanwhile } from '#server/people/audit/meanwhile.ts'
import { notify } from '#server/people/notices/notify.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { ReplyOf, ValidBodyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { Refused } from '#shared/contract/fields.ts'
import type * as contract from '#shared/contract/tasks.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { type TaskKind, taskKinds, taskPath } from '#shared/rules/lifecycle/tasks.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import {
  apart,
  colleaguesFor,
  lockAssignment,
  namesOfValues,
  placeBy,
  setAssignment,
  type TaskRow,
  taskFacetsBy,
  taskOf,
  tasksBy,
} from './tasks.store.ts'

/** Tasks of the caller's accounts, and for tenant admins the registry's, by default the oldest first. */
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

/** Facet counts of the same list. */
export async function taskFacetsFor(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  { q, facet, find, ...filter }: ValidQueryOf<typeof contract.readTaskFacets>,
): Promise<ReplyOf<typeof contract.readTaskFacets>> {
  const { tenantId } = actor
  const valueSearch = facet === undefined ? null : { facet, find: find ?? '' }
  return inTenant(deps.sql, tenantId, async (tx) => {
    const { found } = await forgiving(q, corrector(tx, actor, tenantId), {
      read: (search) => taskFacetsBy(tx, tenantId, actor, filter, { search, valueSearch }),
      isEmpty: ({ total }) => total === 0,
    })
    const { facets, total: _, ...bound } = found
    const ids = facets.flatMap(({ facet, values }) =>
      facet === 'proponentId' || facet === 'assigned' ? values.map(({ value }) => value) : [],
    )
    const names = await namesOfValues(tx, tenantId, ids)
    return {
      ...bound,
      facets: facets.map(({ values, ...one }) => ({
        ...one,
        values: values.map((each) => ({ ...each, name: names.get(each.value) ?? null })),
      })),
    }
  })
}

/** The task `open` (`kind:subjectId`) with its place in the list. Fails with `invalid` for another word. */
export async function placeFor(
  deps: Pick<InfraDeps, 'sql' | 'now'>,
  actor: Actor,
  { q, open, ...filter }: ValidQueryOf<typeof contract.readTaskPlace>,
): Promise<ReplyOf<typeof contract.readTaskPlace>> {
  const { tenantId } = actor
  const today = deps.now().toISOString().slice(0, 10)
  const [kind, subjectId = ''] = open.split(':')
  const which = { kind: taskKinds.find((known) => known === kind), subjectId }
  return inTenant(deps.sql, tenantId, async (tx) => {
    const { kind } = which
    if (kind === undefined) return { task: null, place: 0, total: 0, previous: null, next: null }
    const { found } = await forgiving(q, corrector(tx, actor, tenantId), {
      read: (search) => placeBy(tx, tenantId, actor, filter, search, { kind, subjectId }),
      isEmpty: ({ total }) => total === 0,
    })
    const row = await taskOf(tx, tenantId, actor, { kind, subjectId })
    const one = (kind: TaskKind | null, subjectId: string | null) =>
      kind === null || subjectId === null ? null : { kind, subjectId }
    return {
      task: row && taskAs(tenantId, row, today),
      place: found.place ?? 0,
      total: found.total,
      previous: one(found.previousKind, found.previousId),
      next: one(found.nextKind, found.nextId),
    }
  })
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
  body: ValidBodyOf<typeof contract.assignTask>,
): Promise<contract.Task> {
  const { tenantId } = actor
  return inTenant(deps.sql, tenantId, async (tx) => {
    await assignTaskIn(tx, actor, body)
    return taskAs(tenantId, await requireTask(tx, actor, body), deps.now().toISOString().slice(0, 10))
  })
}

async function assignTaskIn(
  tx: Sql,
  actor: Actor,
  { username, was, ...which }: ValidBodyOf<typeof contract.assignTask>,
): Promise<void> {
  const { tenantId } = actor
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
}

/** Assigns each by itself. */
export async function assignTasks(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  { tasks, username }: ValidBodyOf<typeof contract.assignTasks>,
): Promise<ReplyOf<typeof contract.assignTasks>> {
  return inTenant(deps.sql, actor.tenantId, (tx) => {
    actsIn(tx, actor.userId)
    return eachApart(tx, tasks, false, (task) => assignTaskIn(tx, actor, { ...task, username }))
  })
}

/**
 * Runs `work` for each task in one transaction, in an order that all callers share, so that two of them wait for each
 * other only once. A refusal undoes its own task alone.
 */
export async function eachApart<Which extends { kind: TaskKind; subjectId: string }>(
  tx: Sql,
  tasks: readonly Which[],
  isTrial: boolean,
  work: (task: Which) => Promise<unknown>,
): Promise<{ items: contract.TaskOutcome[] }> {
  const refusals = new Map<Which, Refused>()
  const nameOf = ({ kind, subjectId }: Which) => `${kind} ${subjectId}`
  for (const task of tasks.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))) {
    try {
      await apart(tx, isTrial, () => work(task))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { reason, facts } = error.refusal ?? {}
      refusals.set(task, {
        code: error.code,
        message: error.message,
        ...(reason && { reason }),
        ...(facts && { facts }),
      })
    }
  }
  return {
    items: tasks.map((task) => ({
      kind: task.kind,
      subjectId: task.subjectId,
      refusal: refusals.get(task) ?? null,
    })),
  }
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
    proponent: row.proponent,
    country: row.country || null,
    type: row.type || null,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    isReturned: row.isReturned,
    since: row.since?.toISOString() ?? null,
    changedAt: row.changedAt?.toISOString() ?? null,
    dueDate: row.dueDate,
    overdue: row.dueDate !== null && row.dueDate < today,
    assignee: row.assignee === null ? null : { username: row.assignee, name: row.assigneeName ?? row.assignee },
    path: taskPath({ ...row, projectKey }),
  }
}
