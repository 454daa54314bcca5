import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'

/**
 * Requests the addresses until stopped; returns the longest wait in milliseconds. The first round is a warm-up and
 * signals readiness.
 */
const { urls, token } = z.object({ urls: z.array(z.url()), token: z.string().optional() }).parse(workerData)

/** Below the call limit. */
const betweenReadsMs = 50

let isOver = false
parentPort?.once('message', () => {
  isOver = true
})
await readOnce()
parentPort?.postMessage('ready')
parentPort?.postMessage(await longestWait())

/** Infinity after a failed request. */
async function longestWait(): Promise<number> {
  let longest = 0
  while (!isOver) longest = Math.max(longest, await readOnce())
  return longest
}

async function readOnce(): Promise<number> {
  let longest = 0
  for (const url of urls) {
    const startedAt = performance.now()
    const answer = await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} })
    await answer.arrayBuffer()
    longest = answer.ok ? Math.max(longest, performance.now() - startedAt) : Number.POSITIVE_INFINITY
    await new Promise((wake) => setTimeout(wake, betweenReadsMs))
  }
  return longest
}
