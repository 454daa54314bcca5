import { randomUUID } from 'node:crypto'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Config } from '#server/infra/config.ts'
import { limits } from '#shared/rules/limits.ts'
import { answerBrokenRequest, answerFailure } from './errors.ts'

const requestTimeoutMs = 30_000

/**
 * The server as it is before anybody serves something on it: what a request may be, how long it may take, and whom to believe
 * about who calls. Not yet listening.
 */
export function httpServer({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, logger?: FastifyBaseLogger): FastifyInstance {
  return fastify({
    ...(logger ? { loggerInstance: logger } : {}),
    genReqId: () => randomUUID(),
    bodyLimit: limits.bodyBytes,
    requestTimeout: requestTimeoutMs,
    // Where visitors come by https they come through one proxy, which says who they are; elsewhere nobody is believed.
    trustProxy: PUBLIC_URL.startsWith('https:') && isNearest,
    forceCloseConnections: 'idle',
    // A call that comes by a kept connection in the last moment is answered like those before it.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { maxParamLength: 200 },
  })
}

/** Of the hops on the way of a request, only the one next to us. */
function isNearest(_address: string, hop: number): boolean {
  return hop === 0
}
