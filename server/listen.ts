import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

type Address = Pick<Config, 'HOST' | 'PORT'>

/** A reason not to start that the operator can put right; printed as it is. */
export class StartRefused extends Error {}

/** Listens on HOST and PORT; fails with StartRefused, naming port and variable, where that cannot be. */
export async function listen(app: FastifyInstance, address: Address): Promise<void> {
  try {
    await app.listen({ host: address.HOST, port: address.PORT })
  } catch (error) {
    throw refusalOf(error, address)
  }
}

/** What an error of listening means to the operator; any other error as it is. */
export function refusalOf(error: unknown, { HOST, PORT }: Address): unknown {
  switch (error instanceof Error && 'code' in error ? error.code : '') {
    case 'EADDRINUSE':
      return new StartRefused(`Port ${PORT} is taken. Set PORT to another one, or stop what uses it.`)
    case 'EACCES':
      return new StartRefused(`Port ${PORT} may not be opened by this user. Set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartRefused(`HOST ${HOST} is no address of this machine.`)
    default:
      return error
  }
}
