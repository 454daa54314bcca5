import { storeOf } from './store.ts'

const firstWaitMs = 1_000
const longestWaitMs = 15_000
const answersWithinMs = 5_000

const gone = storeOf(navigator.onLine === false)
const watchers = new Set<(isGone: boolean) => void>()

/** Whether the registry cannot be reached, as far as the page knows. */
export const useIsLineGone = gone.use
export const isLineGone = gone.get

/** Calls `watcher` when the line is cut and when it is back; returns the end. */
export function watchLine(watcher: (isGone: boolean) => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

let timer: ReturnType<typeof setTimeout> | undefined
let waitMs = firstWaitMs

/** After a call without an answer: a check decides whether the line is gone, because an answer alone may be lost. */
export async function suspectLine(): Promise<boolean> {
  if (!gone.get()) await check()
  return gone.get()
}

function setGone(isGone: boolean): void {
  if (gone.get() === isGone) return
  gone.set(isGone)
  for (const watcher of watchers) watcher(isGone)
}

async function check(): Promise<void> {
  clearTimeout(timer)
  if (navigator.onLine !== false && (await answers())) {
    waitMs = firstWaitMs
    return setGone(false)
  }
  setGone(true)
  timer = setTimeout(() => void check(), waitMs * (1 + Math.random() / 2))
  waitMs = Math.min(waitMs * 2, longestWaitMs)
}

/** Reads a small file of the server, past all caches. */
async function answers(): Promise<boolean> {
  const signal = AbortSignal.timeout(answersWithinMs)
  const answer = await fetch('/favicon.png', { method: 'HEAD', cache: 'no-store', signal }).catch(() => null)
  return answer !== null && answer.status < 500
}

window.addEventListener('offline', () => setGone(true))
window.addEventListener('online', () => {
  waitMs = firstWaitMs
  void check()
})
if (gone.get()) void check()
