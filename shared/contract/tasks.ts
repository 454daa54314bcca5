import { z } from 'zod'
import { taskKinds, taskSides } from '#shared/rules/lifecycle/tasks.ts'
import { firstCalls } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { date, id, listOf, listQuery, time, username, wasOf } from './fields.ts'

export const taskKind = z.enum(taskKinds)

export const colleague = z.object({ username, name: z.string() })
export type Colleague = z.output<typeof colleague>

export const task = z.object({
  kind: taskKind,
  subjectId: id,
  side: z.enum(taskSides),
  accountId: id.nullable().describe('the account on which it waits; null for the registry'),
  account: z.string().nullable(),
  name: z.string().describe('of the project, the methodology with its version, or the account'),
  projectId: id.nullable(),
  projectKey: z.string().nullable(),
  periodStart: date.nullable(),
  periodEnd: date.nullable(),
  isReturned: z.boolean().describe('it was sent back for changes'),
  since: time.nullable().describe('when it began to wait; null where no day is known, as of what was imported'),
  dueDate: date.nullable(),
  overdue: z.boolean(),
  assignee: colleague.nullable(),
  path: z.string().describe('the screen on which the step is taken, an address within the site'),
})
export type Task = z.output<typeof task>

export const listTasks = endpoint({
  ...firstCalls.listTasks,
  summary: 'Everything that waits on the caller or its account, the longest waiting first',
  query: z.strictObject({
    ...listQuery,
    kind: taskKind.optional(),
    overdue: z.enum(['true', 'false']).optional(),
    assigned: z.enum(['me', 'nobody']).optional(),
  }),
  reply: listOf(task),
  failures: ['unauthenticated'],
})

export const watchTasks = endpoint({
  ...firstCalls.watchTasks,
  summary: 'Server-sent events with a word for what waits on the caller or its account: another word, another list',
  reply: z.string(),
  file: 'text/event-stream',
  failures: ['unauthenticated', 'too_many_requests'],
})

const oneTask = { kind: taskKind, subjectId: id }

export const listColleagues = endpoint({
  name: 'listColleagues',
  method: 'GET',
  path: '/api/tasks/colleagues',
  summary: 'The people who may take a task that waits on the caller or its account',
  access: 'task.assign',
  query: z.strictObject({ ...oneTask, q: listQuery.q }),
  reply: z.object({ items: z.array(colleague) }),
  failures: ['unauthenticated', 'forbidden', 'not_found'],
})

const assignee = { username: username.nullable() }

export const assignTask = endpoint({
  name: 'assignTask',
  method: 'POST',
  path: '/api/tasks/assignment',
  summary: 'Gives a task to a colleague, or with null to nobody',
  access: 'task.assign',
  body: z.strictObject({ ...oneTask, ...assignee, was: wasOf(assignee) }),
  reply: task,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'changed_meanwhile', 'invalid'],
})
