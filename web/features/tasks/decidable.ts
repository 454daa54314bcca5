import type { Task } from '#shared/contract/tasks.ts'
import { type DecidedKind, decidedKinds } from '#shared/rules/lifecycle/tasks.ts'

/** A task that is decided in the queue. */
export type DecidableTask = Task & { kind: DecidedKind }

export function isDecidable(task: Task): task is DecidableTask {
  return decidedKinds.some((kind) => kind === task.kind)
}
