import pg from 'pg'
import { Failure } from '#shared/rules/failure.ts'
import type { Addresses } from './addresses.ts'
import { type ConnectionOptions, connectionConfig, holdToStanding } from './connection.ts'
import { isBroken, outageOfConnecting, watchConnection } from './outage.ts'

export type PoolOptions = ConnectionOptions & {
  max?: number
  /** Limits for waiting calls; more fail at once with `unavailable`. */
  waitMs?: number
  mostWaiting?: number
}

const usualWaitMs = 30_000
const usualConnections = 16

export type Pool = {
  /** Fails with an outage without a server, with `unavailable` if too many wait. */
  take(): Promise<pg.PoolClient>
  /** Closes a lost or unclean connection. */
  release(client: pg.PoolClient, isClean?: boolean): void
  connections(): { open: number; idle: number; waiting: number; most: number }
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
  // The pool has removed the lost connection.
  pool.on('error', () => {})

  /** Tries each server once. */
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
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, most: max }),
    release: (client, isClean = true) => client.release(!isClean || isBroken(client)),
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
