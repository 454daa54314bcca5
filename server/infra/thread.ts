import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

export type Request<Order> = { id: number; order: Order }
export type Answered<Result> = { id: number; result: Result } | { id: number; error: Error }

type Options = {
  /** JavaScript heap, in MB. */
  oldMemoryMb: number
  youngMemoryMb: number
}

type Waiting<Result> = { resolve(result: Result): void; reject(error: Error): void }
type Running<Result> = { worker: Worker; waiting: Map<number, Waiting<Result>>; rest: NodeJS.Timeout }

const idleMs = 60_000

// The command's heap flags, already applied here, would override each thread's limits.
for (const flag of ['--max-semi-space-size=0', '--max-old-space-size=0']) setFlagsFromString(flag)

/**
 * Runs orders one by one in a worker thread, which starts on demand, ends when idle to free memory, and keeps no
 * process alive. `file` must call `serveOrders`.
 */
export function threadOf<Order, Result>(file: URL, options: Options): (order: Order) => Promise<Result> {
  let running: Running<Result> | null = null
  let lastId = 0

  function start(): Running<Result> {
    const worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: options.oldMemoryMb, maxYoungGenerationSizeMb: options.youngMemoryMb },
    })
    const waiting = new Map<number, Waiting<Result>>()
    const rest = setTimeout(() => endIfIdle(started), idleMs).unref()
    const started = { worker, waiting, rest }
    worker.on('message', (answer: Answered<Result>) => {
      const request = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (waiting.size === 0) worker.unref()
      rest.refresh()
      if ('result' in answer) request?.resolve(answer.result)
      else request?.reject(answer.error)
    })
    worker.on('error', (error) => failAll(started, error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => failAll(started, new Error('The thread ended.')))
    return started
  }

  function endIfIdle(idle: Running<Result>): void {
    if (idle.waiting.size > 0) return void idle.rest.refresh()
    if (running === idle) running = null
    void idle.worker.terminate()
  }

  function failAll(failed: Running<Result>, error: Error): void {
    if (running === failed) running = null
    clearTimeout(failed.rest)
    for (const { reject } of failed.waiting.values()) reject(error)
    failed.waiting.clear()
  }

  return (order) => {
    running ??= start()
    const { worker, waiting, rest } = running
    const id = ++lastId
    rest.refresh()
    worker.ref()
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, order } satisfies Request<Order>)
    })
  }
}

/** Up to `count` threads; an order goes to the least busy. */
export function threadsOf<Order, Result>(
  file: URL,
  { count, ...options }: Options & { count: number },
): (order: Order) => Promise<Result> {
  const threads = Array.from({ length: count }, () => ({
    carryOut: threadOf<Order, Result>(file, options),
    waiting: 0,
  }))
  return async (order) => {
    const thread = threads.reduce((least, each) => (each.waiting < least.waiting ? each : least))
    thread.waiting += 1
    try {
      return await thread.carryOut(order)
    } finally {
      thread.waiting -= 1
    }
  }
}
