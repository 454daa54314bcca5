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

/** `body-time.ts` limits bodies. */
const headersTimeoutMs = 30_000
const requestTimeoutMs = 10 * 60_000
const lookEveryMs = 5_000
const httpsOnly = 'max-age=31536000; includeSubDomains'
/** Unused by our pages. */
const unusedParts = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']
const permissionsPolicy = unusedParts.map((part) => `${part}=()`).join(', ')

declare module 'fastify' {
  interface FastifyRequest {
    /** From the cache, not logged. */
    isAnsweredFromMemory: boolean
  }
}

/** One line per completed call; for cached answers logging would be half of the work. */
class CallLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (request.isAnsweredFromMemory) return
    // Logs the person only for forbidden calls.
    const refused = reply.statusCode === 403 && request.person ? { person: request.person.subject } : {}
    const facts = { req: request, res: reply, responseTime: reply.elapsedTime, ...refused }
    if (error) reply.log.error({ ...facts, err: error }, 'request errored')
    else reply.log.info(facts, 'request completed')
  }
}

/** Limits, logging and trusted proxies, without routes; not yet listening. */
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
    // Late calls on kept-alive connections get normal answers.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply.headers(always)),
    clientErrorHandler: (error, socket) => answerBrokenRequest(app.log, error, socket, always),
    routerOptions: { maxParamLength: 200 },
  })
  app.decorateRequest('isAnsweredFromMemory', false)
  app.addHook('onRequest', (_request, reply, done) => {
    // Some answers bypass Fastify.
    for (const [name, value] of Object.entries(always)) reply.raw.setHeader(name, value)
    done()
  })
  limitBodyTime(app, always, bodyTimes)
  return app
}

/**
 * One Host determines the registry: drops `X-Forwarded-Host`, and refuses (400) requests that name two hosts, in
 * headers or request line.
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
  // Alternating names and values.
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    if (raw.rawHeaders[index]?.length === 4 && raw.rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) return false
  const { url = '/' } = raw
  if (url.startsWith('/') || url === '*') return true
  return URL.canParse(url) && new URL(url).host === URL.parse(`${new URL(url).protocol}//${raw.headers.host}`)?.host
}

/** Proxies trusted for `X-Forwarded-For`: the setting's, else one if PUBLIC_URL is https, else none. */
function trusted({ PUBLIC_URL, TRUSTED_PROXIES }: Pick<Config, 'PUBLIC_URL' | 'TRUSTED_PROXIES'>) {
  return TRUSTED_PROXIES ?? (PUBLIC_URL.startsWith('https:') && isNearest)
}

function isNearest(_address: string, hop: number): boolean {
  return hop === 0
}
