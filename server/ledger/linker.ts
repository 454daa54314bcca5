import type { Changes } from '#server/db/changes.ts'
import type { Database } from '#server/db/database.ts'
import { linkPending } from './hash-chain.ts'

type Log = { error(details: object, message: string): void }

/** How long movements gather before they are linked, and how often it looks without being told. */
const gatherMs = 200
const lookEveryMs = 30_000

/** Builds the hash chain behind the writes: whenever movements were recorded, and now and then in case a word was missed. */
export function startLinking(sql: Database, recorded: Changes, log: Log): { stop(): Promise<void> } {
  let running: Promise<void> | null = null
  let isDue = false
  let isStopped = false

  async function run(): Promise<void> {
    while (isDue && !isStopped) {
      await new Promise((resolve) => setTimeout(resolve, gatherMs))
      isDue = false
      await linkPending(sql).catch((err: unknown) => log.error({ err }, 'the hash chain waits'))
    }
    running = null
  }
  const ring = () => {
    isDue = true
    running ??= run()
  }

  const unsubscribe = recorded.subscribe(ring)
  const timer = setInterval(ring, lookEveryMs)
  ring()
  return {
    async stop() {
      isStopped = true
      unsubscribe()
      clearInterval(timer)
      await running
    },
  }
}
