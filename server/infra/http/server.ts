import { randomUUID } from 'node:crypto'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Config } from '#server/infra/config.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import { limitBodyTime, usualBodyTimes } from './body-time.ts'
import { answerBrokenRequest, answerFailure } from './errors.ts'

/** How long the line and the headers of a request may take; of its body `body-time.ts` says more. */
const headersTimeoutMs = 30_000
const requestTimeoutMs = 10 * 60_000
/** How often Node looks for requests that take longer. */
const lookEveryMs = 5_000
const httpsOnly = 'max-age=31536000; includeSubDomains'
/** What no page of ours uses, nor a page within one. */
const unusedParts = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']
const permissionsPolicy = unusedParts.map((part) => `${part}=()`).join(', ')

declare module 'fastify' {
  interface FastifyRequest {
    /** Answered from memory, at no cost worth a line of the log. */
    isAnsweredFromMemory: boolean
  }
}

/** One line a call, written when it is answered; none for answers from memory, for which it would be half of the work. */
class CallLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (request.isAnsweredFromMemory) return
    // Who tries what they may not is looked for; everybody else is left out.
    const refused = reply.statusCode === 403 && request.person ? { person: request.person.subject } : {}
    const facts = { req: request, res: reply, responseTime: reply.elapsedTime, ...refused }
    if (error) reply.log.error({ ...facts, err: error }, 'request errored')
    else reply.log.info(facts, 'request completed')
  }
}

/**
 * The server as it is before anybody serves something on it: what a request may be, how long it may take, and whom to believe
 * about who calls. Not yet listening.
 */
export function httpServer(
  config: Pick<Config, 'PUBLIC_URL' | 'TRUSTED_PROXIES'>,
  logger?: FastifyBaseLogger,
  bodyTimes = usualBodyTimes,
): FastifyInstance {
  const always = {
    'permissions-policy': permissionsPolicy,
    ...(config.PUBLIC_URL.startsWith('https:') && { 'strict-transport-security': httpsOnly }),
  }
  const app = fastify({
    ...(logger ? { loggerInstance: logger } : {}),
    logController: new CallLog(),
    genReqId: () => randomUUID(),
    bodyLimit: limits.bodyBytes,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: lookEveryMs },
    trustProxy: trusted(config),
    forceCloseConnections: 'idle',
    // A call that comes by a kept connection in the last moment is answered like those before it.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply.headers(always)),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, always),
    routerOptions: { maxParamLength: 200 },
  })
  app.decorateRequest('isAnsweredFromMemory', false)
  app.addHook('onRequest', (_request, reply, done) => {
    // On the raw response, as some answers are sent without Fastify.
    for (const [name, value] of Object.entries(always)) reply.raw.setHeader(name, value)
    done()
  })
  limitBodyTime(app, always, bodyTimes)
  return app
}

/**
 * Which registry is meant is said by one Host alone, whoever is believed about the caller: `X-Forwarded-Host` is dropped, and a
 * request that names two hosts, in two headers or in its line and a header, is answered 400.
 */
export function heedHostAlone(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    delete request.raw.headers['x-forwarded-host']
    if (namesOneHost(request)) done()
    else
      done(
        new Failure(
          'invalid',
          'Name one host: a single Host header, and no other host in the request line.',
          because('request.host'),
        ),
      )
  })
}

function namesOneHost({ raw }: FastifyRequest): boolean {
  let hosts = 0
  // Names and values by turns, as they came.
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    if (raw.rawHeaders[index]?.length === 4 && raw.rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) return false
  const { url = '/' } = raw
  if (url.startsWith('/') || url === '*') return true
  return URL.canParse(url) && new URL(url).host === URL.parse(`${new URL(url).protocol}//${raw.headers.host}`)?.host
}

/**
 * Who is believed about where a request comes from (`X-Forwarded-For`): the proxies that the setting names. Without it, where
 * visitors come by https they come through one proxy, which says who they are; elsewhere nobody is believed.
 */
function trusted({ PUBLIC_URL, TRUSTED_PROXIES }: Pick<Config, 'PUBLIC_URL' | 'TRUSTED_PROXIES'>) {
  return TRUSTED_PROXIES ?? (PUBLIC_URL.startsWith('https:') && isNearest)
}

/** Of the hops on the way of a request, only the one next to us. */
function isNearest(_address: string, hop: number): boolean {
  return hop === 0
}
