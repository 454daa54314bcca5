import { Worker } from 'node:worker_threads'
import type { Answer, Order } from './writer-thread.ts'

/**
 * Documents are written in a thread of its own: fonts, shaping and packing take processor time that requests would wait
 * for, and memory that is given back when the thread ends, some time after the last document.
 */
const idleMs = 60_000
const oldMemoryMb = 512
/** A small nursery: a third less memory for the same speed. */
const youngMemoryMb = 4

type Waiting = { resolve(bytes: Uint8Array): void; reject(error: Error): void }
type Writer = { worker: Worker; waiting: Map<number, Waiting>; rest: NodeJS.Timeout }

let writer: Writer | null = null
let lastId = 0

/** Has a document written. Fails, as a bug, if it cannot be. */
export function inWriter(order: Order): Promise<Uint8Array> {
  writer ??= startWriter()
  const { worker, waiting, rest } = writer
  const id = ++lastId
  rest.refresh()
  worker.ref()
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    worker.postMessage({ id, order })
  })
}

function startWriter(): Writer {
  const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: oldMemoryMb, maxYoungGenerationSizeMb: youngMemoryMb },
  })
  const waiting = new Map<number, Waiting>()
  const rest = setTimeout(() => endIfIdle(started), idleMs).unref()
  const started = { worker, waiting, rest }
  worker.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) worker.unref()
    rest.refresh()
    if ('bytes' in answer) asked?.resolve(answer.bytes)
    else asked?.reject(answer.error)
  })
  worker.on('error', (error) => failAll(started, error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => failAll(started, new Error('the document writer ended')))
  return started
}

function endIfIdle(idle: Writer): void {
  if (idle.waiting.size > 0) return void idle.rest.refresh()
  if (writer === idle) writer = null
  void idle.worker.terminate()
}

/** The next document gets a new thread. */
function failAll(failed: Writer, error: Error): void {
  if (writer === failed) writer = null
  clearTimeout(failed.rest)
  for (const { reject } of failed.waiting.values()) reject(error)
  failed.waiting.clear()
}
