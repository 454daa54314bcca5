import pg from 'pg'

/** PostgreSQL could not be reached or went away; `cause` says how. */
export class DatabaseOutage extends Error {}

/** How to log what will be tried again: an outage ends by itself and asks for nobody. */
export function levelOf(error: unknown): 'warn' | 'error' {
  return error instanceof DatabaseOutage ? 'warn' : 'error'
}

/** Conditions in which PostgreSQL itself says that it cannot serve now (appendix A of its manual). */
const outageStates = new Set([
  ...['57P01', '57P02', '57P03', '08000', '08003', '08006', '25006'],
  // Its machine is out of disk, memory or connections, or the disk fails.
  ...['53100', '53200', '53300', '58000', '58030'],
])

const broken = new WeakSet<pg.ClientBase>()

/** Remembers what a connection's own events say, for a broken one refuses in words alone. */
export function watchConnection(client: pg.ClientBase): void {
  const isBroken = () => void broken.add(client)
  client.on('error', isBroken)
  client.on('end', isBroken)
}

function isBroken(client: pg.ClientBase): boolean {
  return broken.has(client)
}

/** What the driver says, without a code, of a connection that it closed or lost. */
const lost = /^(Connection terminated|Client (has|was))/

/** An error of the driver as it is thrown on: an outage if PostgreSQL is away or the connection was lost, else as it is. */
export function outageOf(error: unknown, client: pg.ClientBase): unknown {
  const isOutage =
    error instanceof pg.DatabaseError
      ? outageStates.has(error.code ?? '')
      : isBroken(client) || (error instanceof Error && lost.test(error.message))
  return isOutage ? new DatabaseOutage('The connection to the database was lost.', { cause: error }) : error
}

/** The same for an error of connecting: whatever forbids it, nobody can be served. */
export function outageOfConnecting(error: unknown): DatabaseOutage {
  return new DatabaseOutage('The database cannot be reached.', { cause: error })
}
