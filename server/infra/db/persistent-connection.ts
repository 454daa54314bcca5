import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Addresses } from './addresses.ts'
import { type ConnectionOptions, connectionConfig, holdToStanding } from './connection.ts'
import { DatabaseOutage, outageOf, watchConnection } from './outage.ts'

export type RunQuery = (text: string) => Promise<Record<string, unknown>[]>

export type Purpose = {
  /** Runs first on each new connection. */
  begin(query: RunQuery): Promise<unknown>
  /** A connection that does not answer is dropped, long before the network reports a loss. */
  beat(query: RunQuery): Promise<unknown>
  beatMs: number
  lost?(): void
  notified?(channel: string, payload: string): void
}

export type PersistentConnection = {
  /** Waits for a connection; retries if it is lost. */
  query: RunQuery
  end(): Promise<void>
}

const answerWithinMs = 2_000
const firstPauseMs = 100
const longestPauseMs = 1_000

/** So the server releases a dead connection's locks within seconds. */
const keepaliveOptions = '-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3'

/** One connection outside the pool, replaced when lost. */
export function openPersistentConnection(
  addresses: Addresses,
  options: ConnectionOptions,
  purpose: Purpose,
): PersistentConnection {
  const ended = new AbortController()
  let current = Promise.withResolvers<OwnConnection>()

  async function stayOpen(connection: OwnConnection): Promise<void> {
    for (const over = AbortSignal.any([connection.lost, ended.signal]); !over.aborted; ) {
      await pause(purpose.beatMs, undefined, { signal: over }).catch(() => {})
      if (!over.aborted) await connection.inTime(() => purpose.beat(connection.query)).catch(() => {})
    }
    await connection.end()
  }

  async function run(): Promise<void> {
    for (let pauseMs = firstPauseMs; !ended.signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const address = addresses.inUse()
      const connection = await openOwn(address, options, purpose).catch(() => null)
      if (connection) {
        current.resolve(connection)
        whenAborted(connection.lost, () => {
          current = Promise.withResolvers()
          purpose.lost?.()
        })
        await stayOpen(connection)
        pauseMs = firstPauseMs
      } else addresses.leave(address)
      await pause(pauseMs, undefined, { signal: ended.signal }).catch(() => {})
    }
    current.promise.catch(() => {})
    current.reject(new DatabaseOutage('The connection was closed.'))
  }
  const running = run()

  return {
    async query(text) {
      for (;;) {
        const connection = await current.promise
        try {
          return await connection.query(text)
        } catch (error) {
          if (!connection.lost.aborted) throw error
        }
      }
    },
    async end() {
      ended.abort()
      await running
    },
  }
}

type OwnConnection = {
  query: RunQuery
  lost: AbortSignal
  /** Drops the connection if `work` is late. */
  inTime<Result>(work: () => Promise<Result>): Promise<Result>
  end(): Promise<void>
}

async function openOwn(address: string, options: ConnectionOptions, purpose: Purpose): Promise<OwnConnection> {
  const config = connectionConfig(options)
  const client = new pg.Client({
    ...config,
    connectionString: address,
    options: `${config.options} ${keepaliveOptions}`,
    connectionTimeoutMillis: answerWithinMs,
  })
  watchConnection(client)
  const loss = new AbortController()
  const giveUp = () => {
    client.connection.stream.destroy()
    loss.abort()
  }
  client.on('error', giveUp)
  client.on('end', giveUp)
  client.on('notification', ({ channel, payload }) => purpose.notified?.(channel, payload ?? ''))

  let before: Promise<unknown> = Promise.resolve()
  async function runNow(text: string) {
    if (loss.signal.aborted) throw new DatabaseOutage('The connection to the database was lost.')
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } catch (error) {
      const thrown = outageOf(error, client)
      if (thrown instanceof DatabaseOutage) giveUp()
      throw thrown
    }
  }
  const query: RunQuery = (text) => {
    const mine = before.then(() => runNow(text))
    before = mine.catch(() => {})
    return mine
  }
  async function inTime<Result>(work: () => Promise<Result>): Promise<Result> {
    let isDone = false
    // After a busy event loop, read arrived answers first: they are in time.
    const late = setTimeout(() => setImmediate(() => isDone || giveUp()), answerWithinMs)
    try {
      return await work()
    } finally {
      isDone = true
      clearTimeout(late)
    }
  }

  try {
    await client.connect()
    await inTime(() => holdToStanding(client, options))
    await inTime(() => purpose.begin(query))
  } catch (error) {
    giveUp()
    throw error
  }
  return {
    query,
    lost: loss.signal,
    inTime,
    end: () => (loss.signal.aborted ? Promise.resolve() : inTime(() => client.end())),
  }
}

function whenAborted(signal: AbortSignal, callback: () => void): void {
  if (signal.aborted) callback()
  else signal.addEventListener('abort', callback, { once: true })
}
