import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failureOfDatabase } from '#server/infra/db/database.ts'
import { Failure, type FailureCode, failureStatus } from '#shared/rules/failure.ts'

const codeOfStatus: Readonly<Record<number, FailureCode>> = {
  400: 'invalid',
  404: 'not_found',
  406: 'invalid',
  413: 'too_large',
  415: 'unsupported_media',
  429: 'too_many_requests',
  503: 'unavailable',
}

/** Turns what was thrown into a reply: a failure with its code, an outage as 503, a bug as 500 without its reason. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerFailure(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    answerFailure(new Failure('not_found', 'There is nothing at this address.'), request, reply),
  )
}

export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error)
  if (failure.code === 'bug') request.log.error({ err: error }, 'bug')
  if (failure.code === 'unavailable') request.log.warn({ reason: String(error) }, 'unavailable')
  if (failure.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer')
  if (failure.code === 'unavailable') reply.header('retry-after', '5')
  if (failure.code === 'too_many_requests' && !reply.hasHeader('retry-after')) reply.header('retry-after', '10')
  return reply.code(failureStatus[failure.code]).type('application/json; charset=utf-8').send({
    code: failure.code,
    message: failure.message,
    details: failure.details,
    requestId: request.id,
  })
}

/** Refuses what is too broken to be a request, such as headers that are too long, with a body like that of other failures. */
export function answerBrokenRequest(error: Error, socket: Socket): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) return void socket.destroy()
  const message = 'The request cannot be read: its address or headers are too long, incomplete or malformed.'
  const body = JSON.stringify({ code: 'invalid', message, requestId: randomUUID() })
  const head = ['HTTP/1.1 400 Bad Request', 'content-type: application/json; charset=utf-8', 'connection: close']
  socket.end([...head, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'))
}

/** Returns what was thrown as a failure: an expected one as it is, an outage as `unavailable`, anything else as `bug`. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  const ofDatabase = failureOfDatabase(error)
  if (ofDatabase) return ofDatabase
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    const isRefusal = error.statusCode >= 400 && error.statusCode < 500
    const code = codeOfStatus[error.statusCode] ?? (isRefusal ? 'invalid' : null)
    if (code) return new Failure(code, error.message)
  }
  return new Failure('bug', 'Something went wrong on our side. It has been recorded under the request id.')
}
