import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Addresses } from './addresses.ts'
import type { ConnectionOptions } from './connection.ts'
import { type Ask, type KeptConnection, keepConnection } from './kept-connection.ts'

type Heard = { notified: (payload: string) => void; listening: () => void }

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
  const channels = new Map<string, Set<Heard>>()
  const ours = `registry ${randomUUID()}`
  let echo = Promise.withResolvers<void>()
  let isFirst = true
  let kept: KeptConnection | undefined

  async function begin(ask: Ask): Promise<void> {
    for (const channel of [ours, ...channels.keys()]) await ask(listenTo(channel))
    if (!isFirst) for (const all of channels.values()) for (const { listening } of all) listening()
    isFirst = false
  }
  async function beat(ask: Ask): Promise<void> {
    echo = Promise.withResolvers()
    await Promise.all([ask(`notify ${pg.escapeIdentifier(ours)}`), echo.promise])
  }
  const open = () =>
    keepConnection(addresses, options, {
      begin,
      beat,
      beatMs,
      lost: () => echo.resolve(),
      heard(channel, payload) {
        if (channel === ours) echo.resolve()
        for (const { notified } of channels.get(channel) ?? []) notified(payload)
      },
    })

  return {
    async listen(channel, notified, listening = () => {}) {
      const heard = { notified, listening }
      const all = channels.get(channel) ?? new Set()
      channels.set(channel, all.add(heard))
      kept ??= open()
      await kept.ask(listenTo(channel))
      listening()
      return async () => {
        all.delete(heard)
        // No UNLISTEN; later notifications are ignored.
        if (all.size === 0) channels.delete(channel)
      }
    },
    async end() {
      await kept?.end()
    },
  }
}
