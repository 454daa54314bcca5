import pg from 'pg'
import { Refused } from '#server/infra/refused.ts'
import { outages } from '#server/infra/watched/channels.ts'

/** PostgreSQL could not be reached or went away; `cause` says how. */
export class DatabaseOutage extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    outages.publish(this)
  }
}

/** Somebody else had the lock for too long: of two that do the same work, the other one does it. */
const lockNotAvailable = '55P03'

/** How to log what will be tried again: an outage and a lock end by themselves and ask for nobody. */
export function levelOf(error: unknown): 'warn' | 'error' {
  const isLocked = error instanceof pg.DatabaseError && error.code === lockNotAvailable
  return error instanceof DatabaseOutage || isLocked ? 'warn' : 'error'
}

/**
 * Conditions in which PostgreSQL itself, or a pooler before it, says that it cannot serve now (appendix A of its manual): of
 * the connection (08), without resources (53), a failing disk (58), a standby or a server that is becoming one (25006), stopped or starting (57P).
 */
const outageStates = /^(08|53|58|25006$|57P)/

/** A server in recovery says of some statements only that they are not supported. */
function isOfStandby({ code, message }: pg.DatabaseError): boolean {
  return code === '0A000' && /recovery|standby/.test(message)
}

const broken = new WeakSet<pg.ClientBase>()

/** Remembers what a connection's own events say, for a broken one refuses in words alone. */
export function watchConnection(client: pg.ClientBase): void {
  const isBroken = () => void broken.add(client)
  client.on('error', isBroken)
  client.on('end', isBroken)
}

/** Closes a connection in whose state nobody can trust, with what it is asked. */
export function giveUp(client: pg.Client): void {
  broken.add(client)
  client.connection.stream.destroy()
}

/** Whether a connection was lost, or its server cannot serve: it is not to be used again. */
export function isBroken(client: pg.ClientBase): boolean {
  return broken.has(client)
}

/** What the driver says, without a code, of a connection that it closed or lost. */
const lost = /^(Connection terminated|Client (has|was))/

/** An error of the driver as it is thrown on: an outage if PostgreSQL is away or the connection was lost, else as it is. */
export function outageOf(error: unknown, client: pg.ClientBase): unknown {
  const isOutage =
    error instanceof pg.DatabaseError
      ? outageStates.test(error.code ?? '') || isOfStandby(error)
      : isBroken(client) || (error instanceof Error && lost.test(error.message))
  if (!isOutage) return error
  broken.add(client)
  return new DatabaseOutage('The connection to the database was lost.', { cause: error })
}

/** The same for an error of connecting: whatever forbids it, nobody can be served. */
export function outageOfConnecting(error: unknown): DatabaseOutage | Refused {
  if (error instanceof DatabaseOutage || error instanceof Refused) return error
  return new DatabaseOutage('The database cannot be reached.', { cause: error })
}
