import { parentPort } from 'node:worker_threads'
import type { Answered, Request } from './thread.ts'

/** The worker's side of `threadOf`. */
export function serveOrders<Order, Result>(carryOut: (order: Order) => Result | Promise<Result>): void {
  let last: Promise<void> = Promise.resolve()
  parentPort?.on('message', ({ id, order }: Request<Order>) => {
    last = last.then(async () => parentPort?.postMessage(await answer(id, order)))
  })

  async function answer(id: number, order: Order): Promise<Answered<Result>> {
    try {
      return { id, result: await carryOut(order) }
    } catch (error) {
      return { id, error: error instanceof Error ? error : new Error(String(error)) }
    }
  }
}
