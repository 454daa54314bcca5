import pg from 'pg'
import { Refused } from '#server/infra/refused.ts'
import { outages } from '#server/infra/watched/channels.ts'

export class DatabaseOutage extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    outages.publish(this)
  }
}

/** Another process does the same work. */
const lockNotAvailable = '55P03'

/** For work that is retried: outages and locks need no operator. */
export function levelOf(error: unknown): 'warn' | 'error' {
  const isLocked = error instanceof pg.DatabaseError && error.code === lockNotAvailable
  return error instanceof DatabaseOutage || isLocked ? 'warn' : 'error'
}

/**
 * The server or pooler is unavailable (manual, appendix A): connection (08), resources (53), disk (58), standby
 * (25006), stopping or starting (57P).
 */
const outageStates = /^(08|53|58|25006$|57P)/

/** A standby reports some statements only as unsupported. */
function isOfStandby({ code, message }: pg.DatabaseError): boolean {
  return code === '0A000' && /recovery|standby/.test(message)
}

const broken = new WeakSet<pg.ClientBase>()

/** Records lost connections, because the driver's later errors have no code. */
export function watchConnection(client: pg.ClientBase): void {
  const isBroken = () => void broken.add(client)
  client.on('error', isBroken)
  client.on('end', isBroken)
}

/** For a connection in an unknown state. */
export function giveUp(client: pg.Client): void {
  broken.add(client)
  client.connection.stream.destroy()
}

export function isBroken(client: pg.ClientBase): boolean {
  return broken.has(client)
}

/** Driver messages without a code. */
const lost = /^(Connection terminated|Client (has|was)|Query read timeout)/

/** Maps a lost connection or server to an outage; other errors unchanged. */
export function outageOf(error: unknown, client: pg.ClientBase): unknown {
  const isOutage =
    error instanceof pg.DatabaseError
      ? outageStates.test(error.code ?? '') || isOfStandby(error)
      : isBroken(client) || (error instanceof Error && lost.test(error.message))
  if (!isOutage) return error
  broken.add(client)
  return new DatabaseOutage('The connection to the database was lost.', { cause: error })
}

export function outageOfConnecting(error: unknown): DatabaseOutage | Refused {
  if (error instanceof DatabaseOutage || error instanceof Refused) return error
  return new DatabaseOutage('The database cannot be reached.', { cause: error })
}
