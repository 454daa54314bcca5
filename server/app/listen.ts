import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/infra/config.ts'
import { Refused } from '#server/infra/refused.ts'

type Address = Pick<Config, 'HOST' | 'PORT'>

/** Throws Refused, naming the setting, if listening fails. */
export async function listen(app: FastifyInstance, address: Address): Promise<void> {
  try {
    await app.listen({ host: address.HOST, port: address.PORT })
  } catch (error) {
    throw refusalOf(error, address)
  }
}

/** Throws as `listen` would, before anything else starts. */
export async function refuseTakenPort(address: Address): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(refusalOf(error, address)))
    probe.listen(address.PORT, address.HOST, () => probe.close(() => resolve()))
  })
}

/** Explains a listen error to the operator; returns other errors unchanged. */
function refusalOf(error: unknown, { HOST, PORT }: Address): unknown {
  switch (error instanceof Error && 'code' in error ? error.code : '') {
    case 'EADDRINUSE':
      return new Refused(`Port ${PORT} is taken. Set PORT to another one, or stop what uses it.`)
    case 'EACCES':
      return new Refused(`Port ${PORT} may not be opened by this user. Set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Refused(`HOST ${HOST} is no address of this machine.`)
    default:
      return error
  }
}
