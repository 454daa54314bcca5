import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopbackHost } from '#server/infra/config.ts'

/** Headers by which a proxy says that it forwards somebody else's request. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'] as const

/**
 * Turns away what does not come from this machine, whatever it asks for: requests that name a host which is not loopback (a page
 * elsewhere whose name was pointed here) and those that a proxy has forwarded. To be called before anything else is served.
 */
export function answerOnlyHere(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isFromHere(request)) done()
    else reply.code(421).type('text/plain; charset=utf-8').send(refusal)
  })
}

function isFromHere({ hostname, headers }: FastifyRequest): boolean {
  // A balancer's check names no host; every browser does.
  const isHost = headers.host === undefined || isLoopbackHost(hostname)
  return isHost && forwarding.every((name) => headers[name] === undefined)
}

const refusal = `This registry has the people of the sandbox, who are for this machine alone: it answers at localhost and 127.0.0.1, and not behind a proxy. With OIDC_AUTHORITY set to an identity provider, or to "embedded", it has none of them.\n`
