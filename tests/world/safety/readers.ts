import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Asks for these addresses in a thread of its own, since this one is busy, and resolves once it has been answered; the returned
 * function ends that and says the longest wait in milliseconds since then, infinity if one was not answered well.
 */
export async function readersBeside(urls: readonly string[], token?: string): Promise<() => Promise<number>> {
  const reader = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData: { urls, token } })
  await once(reader, 'message')
  return async () => {
    reader.postMessage('stop')
    const [longest] = await once(reader, 'message')
    return longest
  }
}
