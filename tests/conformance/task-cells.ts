import { readReviewClock } from '#shared/contract/review.ts'
import {
  assignTask,
  assignTasks,
  decideTasks,
  listColleagues,
  listTasks,
  previewDecisions,
  readTaskFacets,
  readTaskPlace,
  watchTasks,
} from '#shared/contract/tasks.ts'
import { type Row, row } from './row.ts'
import type { Side } from './sides.ts'

const nothing = () => ({})
const draftTask = ({ draftId }: Side) => ({ kind: 'project.submit', subjectId: draftId })

export const tasks: Row[] = [
  row(readReviewClock, 'caller', nothing),
  row(listTasks, 'caller', nothing),
  row(watchTasks, 'caller', nothing),
  row(readTaskFacets, 'caller', nothing),
  row(readTaskPlace, 'caller', ({ draftId }) => ({ query: { open: `project.submit:${draftId}` } })),
  row(listColleagues, 'turn', (side) => ({ query: draftTask(side) })),
  row(assignTask, 'turn', (side) => ({ body: { ...draftTask(side), username: null } })),
  // Each subject is refused by itself in the answer.
  row(assignTasks, 'caller', (side) => ({ body: { tasks: [draftTask(side)], username: null } })),
  ...[previewDecisions, decideTasks].map((call) =>
    row(call, 'caller', ({ draftId }) => ({
      body: { tasks: [{ kind: 'project.decide', subjectId: draftId }], act: 'approve' },
    })),
  ),
]
