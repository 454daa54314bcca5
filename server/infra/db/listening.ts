import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

type Heard = { notified: () => void; listening: () => void }

/** Hears PostgreSQL's notifications for this process, on one connection of its own. */
export type Listening = {
  /** Hears a channel; resolves with the function that ends it once PostgreSQL has agreed. */
  listen(channel: string, notified: () => void, listening?: () => void): Promise<() => Promise<void>>
  end(): Promise<void>
}

const firstPauseMs = 100
const longestPauseMs = 2_000

/**
 * Opens its connection with the first channel. A lost one is opened again, ever more slowly, until it is there; `listening`
 * is then called for every channel, since what was said meanwhile was not heard.
 */
export function listeningWith(config: pg.ClientConfig): Listening {
  const channels = new Map<string, Set<Heard>>()
  const ended = new AbortController()
  let connecting: Promise<pg.Client> | undefined

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(config)
    let isListening = false
    client.on('error', () => {}) // 'end' follows
    client.on('notification', ({ channel }) => {
      for (const { notified } of channels.get(channel) ?? []) notified()
    })
    client.once('end', () => {
      if (isListening && !ended.signal.aborted) keep(reconnect())
    })
    await client.connect()
    try {
      for (const channel of channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await client.end()
      throw error
    }
    isListening = true
    return client
  }

  async function reconnect(): Promise<pg.Client> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      await pause(pauseMs, undefined, { signal: ended.signal })
      try {
        const client = await connect()
        for (const heard of channels.values()) for (const { listening } of heard) listening()
        return client
      } catch {
        // The database is still away.
      }
    }
  }

  function keep(opening: Promise<pg.Client>): Promise<pg.Client> {
    connecting = opening
    opening.catch(() => {
      if (connecting === opening) connecting = undefined
    })
    return opening
  }

  /** Tells PostgreSQL after everything that it was told before. */
  function say(order: 'listen' | 'unlisten', channel: string, opening: Promise<pg.Client>): Promise<pg.Client> {
    return keep(
      opening.then(async (client) => {
        await client.query(`${order} ${pg.escapeIdentifier(channel)}`)
        return client
      }),
    )
  }

  return {
    async listen(channel, notified, listening = () => {}) {
      const heard = { notified, listening }
      const known = channels.get(channel)
      if (known) known.add(heard)
      else channels.set(channel, new Set([heard]))
      if (!connecting) await keep(connect())
      else if (known) await connecting
      else await say('listen', channel, connecting)
      listening()
      return async () => {
        const all = channels.get(channel)
        all?.delete(heard)
        if (all?.size !== 0 || ended.signal.aborted) return
        channels.delete(channel)
        if (connecting) await say('unlisten', channel, connecting).catch(() => {})
      }
    },
    async end() {
      ended.abort()
      await connecting?.then((client) => client.end()).catch(() => {})
    },
  }
}
