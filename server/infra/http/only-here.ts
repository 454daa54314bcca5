import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopbackHost } from '#server/infra/config.ts'

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'] as const

/** Refuses hosts that are not loopback (DNS rebinding) and forwarded requests. Must be the first hook. */
export function answerOnlyHere(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isFromHere(request)) done()
    else reply.code(421).type('text/plain; charset=utf-8').send(refusal)
  })
}

function isFromHere({ hostname, headers }: FastifyRequest): boolean {
  // Health checks may omit the host; browsers never do.
  const isHost = headers.host === undefined || isLoopbackHost(hostname)
  return isHost && forwarding.every((name) => headers[name] === undefined)
}

const refusal = `This registry has the people of the sandbox, who are for this machine alone: it answers at localhost and 127.0.0.1, and not behind a proxy. With OIDC_AUTHORITY set to an identity provider, or to "embedded", it has none of them.\n`
