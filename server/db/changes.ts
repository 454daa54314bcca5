import type { Database } from './database.ts'

/** A channel of PostgreSQL's notifications, heard once in this process and passed on to whoever is interested now. */
export type Changes = {
  /** Answers the function that ends the subscription. */
  subscribe: (tell: () => void) => () => void
  stop: () => Promise<void>
}

/** Listens on a channel; after a lost connection everybody is told, for something may have been missed. */
export async function changesOn(sql: Database, channel: string): Promise<Changes> {
  const interested = new Set<() => void>()
  const tellAll = () => {
    for (const tell of interested) tell()
  }
  const listening = await sql.listen(channel, tellAll, tellAll)
  return {
    subscribe(tell) {
      interested.add(tell)
      return () => interested.delete(tell)
    },
    stop: () => listening.unlisten(),
  }
}
