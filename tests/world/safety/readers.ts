import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Requests the addresses in a thread, as this one is busy. The returned function stops that and returns the longest
 * wait in milliseconds; infinity after a failure.
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
