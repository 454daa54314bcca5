import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failureOfDatabase } from '#server/infra/db/database.ts'
import { because, Failure, type FailureCode, failureStatus } from '#shared/rules/failure.ts'
import { stepUpMinutes } from '#shared/rules/step-up.ts'

const codeOfStatus: Readonly<Record<number, Exclude<FailureCode, 'forbidden' | 'conflict'>>> = {
  400: 'invalid',
  404: 'not_found',
  408: 'timed_out',
  406: 'invalid',
  413: 'too_large',
  415: 'unsupported_media',
  429: 'too_many_requests',
  503: 'unavailable',
}

/** A failure by its code, an outage as 503, a bug as 500 without its reason. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerFailure(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    answerFailure(
      new Failure('not_found', 'There is nothing at this address.', because('noSuch.address')),
      request,
      reply,
    ),
  )
}

export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error)
  if (failure.code === 'bug') request.log.error({ err: error }, 'bug')
  if (failure.code === 'unavailable') request.log.warn({ reason: String(error) }, 'unavailable')
  if (failure.code === 'unauthenticated') reply.header('www-authenticate', challengeOf(failure))
  return sendFailure(failure, request, reply)
}

/** RFC 6750, and for a sign-in that is too old or too weak RFC 9470. */
function challengeOf({ refusal }: Failure): string {
  if (!refusal) return 'Bearer'
  const { acr } = refusal.facts
  const level = acr === undefined ? '' : `acr_values="${acr}", `
  return `Bearer error="insufficient_user_authentication", ${level}max_age="${stepUpMinutes * 60}"`
}

/** Without logging. Never cached; temporary failures have `retry-after`. */
export function sendFailure(failure: Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'private, no-store')
  const isForNow = failure.code === 'unavailable' || failure.code === 'too_many_requests'
  if (isForNow && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter())
  return reply
    .code(failureStatus[failure.code])
    .type('application/json; charset=utf-8')
    .send({
      code: failure.code,
      message: failure.message,
      ...failure.refusal,
      details: failure.details,
      requestId: request.id,
    })
}

/** Random, so that refused clients do not return together. */
export function retryAfter(): string {
  return String(2 + Math.floor(Math.random() * 6))
}

/** Time for the client to read a last answer. */
const lingerMs = 1_000

/** Answers an unparsable request with the usual failure body, and logs its id. */
export function answerBrokenRequest(
  log: FastifyBaseLogger,
  error: Error,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  const code = 'code' in error ? error.code : ''
  if (code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const failure = isLate ? new Failure('timed_out', 'The request came too slowly.') : unreadable()
  const requestId = randomUUID()
  log.info({ reqId: requestId, code }, 'request unreadable')
  refuseOnSocket(socket, failure, { headers, requestId })
}

function unreadable(): Failure {
  const message = 'The request cannot be read: its address or headers are too long, incomplete or malformed.'
  return new Failure('invalid', message, because('request.unreadable'))
}

/** Answers a request that Fastify cannot handle, and closes the connection. */
export function refuseOnSocket(
  socket: Socket,
  { status, code, message, refusal }: Failure,
  { headers, requestId }: { headers: Readonly<Record<string, string>>; requestId: string },
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ code, message, ...refusal, requestId })
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'private, no-store',
    connection: 'close',
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'))
  // An immediate close would let incoming data cut off the answer.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** An outage becomes `unavailable`, an unexpected error `bug`. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  const databaseFailure = failureOfDatabase(error)
  if (databaseFailure) return databaseFailure
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    const isRefusal = error.statusCode >= 400 && error.statusCode < 500
    const code = codeOfStatus[error.statusCode] ?? (isRefusal ? 'invalid' : null)
    if (code === 'invalid' || code === 'not_found') {
      return new Failure(code, error.message, because('request.unreadable'))
    }
    if (code) return new Failure(code, error.message)
  }
  return new Failure('bug', 'Something went wrong on our side. It has been recorded under the request id.')
}
