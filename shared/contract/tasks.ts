import { z } from 'zod'
import { decidedKinds, taskAges, taskDecisions, taskDues, taskKinds, taskSides } from '#shared/rules/lifecycle/tasks.ts'
import { limits } from '#shared/rules/limits.ts'
import { firstCalls } from './calls.ts'
import { endpoint } from './endpoint.ts'
import {
  anyOf,
  country,
  date,
  facetsOf,
  id,
  line,
  listOf,
  listQuery,
  refusal,
  sortBy,
  text,
  time,
  username,
  wasOf,
} from './fields.ts'

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
  proponent: z.string().nullable().describe('the account of the project or the methodology'),
  country: z.string().nullable(),
  type: z.string().nullable().describe('of the project'),
  periodStart: date.nullable(),
  periodEnd: date.nullable(),
  isReturned: z.boolean().describe('it was sent back for changes'),
  since: time.nullable().describe('when it began to wait; null where no day is known, as of what was imported'),
  changedAt: time.nullable().describe('the last line of the audit log about its subject, assignments apart'),
  dueDate: date.nullable(),
  overdue: z.boolean(),
  assignee: colleague.nullable(),
  path: z.string().describe('the screen on which the step is taken, an address within the site'),
})
export type Task = z.output<typeof task>

const facets = {
  kind: anyOf(taskKind),
  age: anyOf(z.enum(taskAges)),
  due: anyOf(z.enum(taskDues)),
  country: anyOf(country),
  type: anyOf(line(limits.search, 1)),
  proponentId: anyOf(id),
  assigned: anyOf(username.describe('me, nobody or a username')),
}
/** Filters with counts. */
export const taskFacets = [
  'kind',
  'age',
  'due',
  'country',
  'type',
  'proponentId',
  'assigned',
] as const satisfies readonly (keyof typeof facets)[]
export type TaskFacet = (typeof taskFacets)[number]

const filters = { q: listQuery.q, ...facets, overdue: z.enum(['true', 'false']).optional() }
const sorted = { sort: sortBy('since', 'dueDate', 'name') }

export const listTasks = endpoint({
  ...firstCalls.listTasks,
  summary: 'Everything that waits on the caller or its account, by default the longest waiting first',
  query: z.strictObject({ ...listQuery, ...filters, ...sorted }),
  reply: listOf(task),
  failures: ['unauthenticated'],
})

export const readTaskFacets = endpoint({
  name: 'readTaskFacets',
  method: 'GET',
  path: '/api/tasks/facets',
  summary:
    'How many tasks of the list have each value of its facets, under all filters but its own; with facet only that one, whose names find looks for',
  access: 'task.list',
  isSearch: true,
  query: z.strictObject({ ...filters, facet: z.enum(taskFacets).optional(), find: listQuery.q }),
  reply: facetsOf(taskFacets),
  failures: ['unauthenticated'],
})

const oneTask = { kind: taskKind, subjectId: id }

export const readTaskPlace = endpoint({
  name: 'readTaskPlace',
  method: 'GET',
  path: '/api/tasks/place',
  summary: 'A task, its place in the list under the same filters and order, and the tasks before and after it',
  access: 'task.list',
  query: z.strictObject({ ...filters, ...sorted, open: z.string().max(limits.search).describe('kind:subjectId') }),
  reply: z.object({
    task: task.nullable().describe('null if it does not wait on the caller'),
    place: z.int().describe('from 1; 0 outside the list'),
    total: z.int(),
    previous: z.object(oneTask).nullable(),
    next: z.object(oneTask).nullable(),
  }),
  failures: ['unauthenticated'],
})

export const watchTasks = endpoint({
  ...firstCalls.watchTasks,
  summary: 'Server-sent events with a word for what waits on the caller or its account: another word, another list',
  reply: z.string(),
  file: 'text/event-stream',
  failures: ['unauthenticated', 'too_many_requests'],
})

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

const outcomes = z.object({
  items: z.array(
    z.object({
      ...oneTask,
      refusal: refusal.nullable().describe('null if it was done'),
    }),
  ),
})
export type TaskOutcome = z.output<typeof outcomes>['items'][number]

const someTasks = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.array(z.strictObject(shape)).min(1).max(limits.items)

export const assignTasks = endpoint({
  name: 'assignTasks',
  method: 'POST',
  path: '/api/tasks/assignments',
  summary: 'Gives up to 50 tasks to a colleague, or with null to nobody, each by itself',
  access: 'task.assign',
  body: z.strictObject({ tasks: someTasks(oneTask), ...assignee }),
  reply: outcomes,
  failures: ['unauthenticated', 'forbidden', 'invalid'],
})

const decided = {
  kind: z.enum(decidedKinds),
  subjectId: id,
  changedAt: task.shape.changedAt.optional().describe('as read; with it nothing is decided that changed since'),
}
const decision = {
  tasks: someTasks(decided),
  act: z.enum(taskDecisions),
}

export const previewDecisions = endpoint({
  name: 'previewDecisions',
  method: 'POST',
  path: '/api/tasks/decisions/preview',
  repeats: 'harmless',
  summary: 'What decideTasks would decide and what it would refuse now; nothing changes',
  access: 'project.decide',
  body: z.strictObject(decision),
  reply: outcomes,
  failures: ['unauthenticated', 'forbidden', 'invalid'],
})

export const decideTasks = endpoint({
  name: 'decideTasks',
  method: 'POST',
  path: '/api/tasks/decisions',
  summary:
    'Decides up to 50 projects, methodologies and organisations with one reason, each by its own rule: what one rule refuses, hinders no other',
  access: 'project.decide',
  body: z.strictObject({ ...decision, reason: text(limits.message).optional() }),
  reply: outcomes,
  failures: ['unauthenticated', 'forbidden', 'invalid'],
})
