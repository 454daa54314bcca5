import pg from 'pg'
import { Failure } from '#shared/rules/failure.ts'
import type { Addresses } from './addresses.ts'
import { type ConnectionOptions, connectionConfig, holdToStanding } from './connection.ts'
import { isBroken, outageOfConnecting, watchConnection } from './outage.ts'

export type PoolOptions = ConnectionOptions & {
  max?: number
  /** How long a call waits for a connection, and how many may wait: a further one fails with `unavailable` at once. */
  waitMs?: number
  mostWaiting?: number
}

/** How long a call waits for a connection, free or new. */
const usualWaitMs = 30_000
const usualConnections = 16

/** Connections that are lent, one to each borrower. */
export type Pool = {
  /** Fails with an outage when no server can be reached, with `unavailable` when too many wait. */
  take(): Promise<pg.PoolClient>
  /** Gives a connection back; one that was lost, or is not clean, is thrown away. */
  giveBack(client: pg.PoolClient, isClean?: boolean): void
  end(timeoutMs: number): Promise<void>
}

export function poolOn(addresses: Addresses, options: PoolOptions): Pool {
  const { max = usualConnections, waitMs = usualWaitMs, mostWaiting = Number.POSITIVE_INFINITY } = options
  const config = connectionConfig(options)
  const pool = new pg.Pool({
    max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 0,
    onConnect: (client) => holdToStanding(client, options),
    Client: class extends pg.Client {
      constructor() {
        super({ ...config, connectionString: addresses.inUse() })
      }
    },
  })
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    watchConnection(client)
    open.add(client)
  })
  pool.on('remove', (client) => open.delete(client))
  pool.on('error', () => {}) // an idle connection was lost, and the pool has dropped it

  /** Connects to the server in use; where that is away or takes no writes, to the first of the others that does. */
  async function take(): Promise<pg.PoolClient> {
    if (pool.waitingCount - pool.idleCount >= mostWaiting) throw tooManyWait()
    for (let tried = 1; ; tried += 1) {
      const address = addresses.inUse()
      try {
        return await pool.connect()
      } catch (error) {
        addresses.leave(address)
        if (tried >= addresses.count) throw outageOfConnecting(error)
      }
    }
  }

  return {
    take,
    giveBack: (client, isClean = true) => client.release(!isClean || isBroken(client)),
    async end(timeoutMs) {
      const late = setTimeout(() => {
        for (const client of open) void client.end()
      }, timeoutMs)
      await pool.end()
      clearTimeout(late)
    },
  }
}

function tooManyWait(): Failure {
  return new Failure('unavailable', 'Too many are asking at the same time. Try again in a moment.')
}
