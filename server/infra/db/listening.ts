import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Addresses } from './addresses.ts'
import type { ConnectionOptions } from './connection.ts'
import { openPersistentConnection, type PersistentConnection, type RunQuery } from './persistent-connection.ts'

type Subscriber = { notified: (payload: string) => void; listening: () => void }

/** One connection for all notifications of this process. */
export type Listening = {
  /**
   * Resolves once PostgreSQL listens; the result unsubscribes. Calls `listening` then and after reconnections, when
   * notifications may be lost.
   */
  listen(channel: string, notified: (payload: string) => void, listening?: () => void): Promise<() => Promise<void>>
  end(): Promise<void>
}

/** We notify ourselves: a connection that loses this notification loses others. */
const beatMs = 5_000

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`

/** Connects at the first `listen`. */
export function listeningOn(addresses: Addresses, options: ConnectionOptions): Listening {
  const channels = new Map<string, Set<Subscriber>>()
  const ownChannel = `registry ${randomUUID()}`
  let echo = Promise.withResolvers<void>()
  let isFirst = true
  let connection: PersistentConnection | undefined

  async function begin(query: RunQuery): Promise<void> {
    for (const channel of [ownChannel, ...channels.keys()]) await query(listenTo(channel))
    if (!isFirst) for (const all of channels.values()) for (const { listening } of all) listening()
    isFirst = false
  }
  async function beat(query: RunQuery): Promise<void> {
    echo = Promise.withResolvers()
    await Promise.all([query(`notify ${pg.escapeIdentifier(ownChannel)}`), echo.promise])
  }
  const open = () =>
    openPersistentConnection(addresses, options, {
      begin,
      beat,
      beatMs,
      lost: () => echo.resolve(),
      notified(channel, payload) {
        if (channel === ownChannel) echo.resolve()
        for (const { notified } of channels.get(channel) ?? []) notified(payload)
      },
    })

  return {
    async listen(channel, notified, listening = () => {}) {
      const subscriber = { notified, listening }
      const all = channels.get(channel) ?? new Set()
      channels.set(channel, all.add(subscriber))
      connection ??= open()
      await connection.query(listenTo(channel))
      listening()
      return async () => {
        all.delete(subscriber)
        // No UNLISTEN; later notifications are ignored.
        if (all.size === 0) channels.delete(channel)
      }
    },
    async end() {
      await connection?.end()
    },
  }
}
