import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Starts asking for these addresses in a thread of its own, since this one is busy; the returned function ends that and says the
 * longest wait in milliseconds, infinity if one was not answered well.
 */
export function readersBeside(urls: readonly string[], token?: string): () => Promise<number> {
  const reader = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData: { urls, token } })
  return async () => {
    reader.postMessage('stop')
    const [longest] = await once(reader, 'message')
    return longest
  }
}
