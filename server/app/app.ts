import compress from '@fastify/compress'
import etag from '@fastify/etag'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { bearerIn } from '#server/infra/auth/requester.ts'
import { identityPath } from '#server/infra/config.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { type AnswerCache, answerCache, sendCached } from '#server/infra/http/answer-cache.ts'
import { serveApiPages } from '#server/infra/http/api-pages.ts'
import type { BodyTimes } from '#server/infra/http/body-time.ts'
import { allowCaching } from '#server/infra/http/cache-control.ts'
import { type CallCounts, callCounts, storeOn } from '#server/infra/http/call-counts.ts'
import { callerOf, nameCallers } from '#server/infra/http/caller.ts'
import { answerFailures } from '#server/infra/http/errors.ts'
import { eventStreams } from '#server/infra/http/event-streams.ts'
import { type Share, turnCrowdsAway } from '#server/infra/http/gate.ts'
import { callsOnce } from '#server/infra/http/once.ts'
import { answerOnlyHere } from '#server/infra/http/only-here.ts'
import { apiDocument } from '#server/infra/http/openapi.ts'
import { protection } from '#server/infra/http/protection.ts'
import { requesterOf, type Serve, serveWith } from '#server/infra/http/serve.ts'
import { heedHostAlone, httpServer } from '#server/infra/http/server.ts'
import { serveSite } from '#server/infra/http/site.ts'
import { measureRequests, traceRequests } from '#server/infra/http/watching.ts'
import type { Metrics } from '#server/infra/metrics/metrics.ts'
import type { Tracing } from '#server/infra/tracing/otlp.ts'
import { auditorBehind } from '#server/people/auditors/bearer.ts'
import { manifestOf, siteAt, siteConfigOf } from '#server/people/tenants/sites.ts'
import { requireSignIn } from '#server/people/tenants/step-up.ts'
import { forgetTenant } from '#server/people/tenants/tenants.ts'
import { actorsWith } from '#server/people/users/actors.ts'
import { headOf } from '#server/public/links/head.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { endpoints } from '#shared/contract/index.ts'
import { Failure } from '#shared/rules/failure.ts'
import { languageIn } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Closing, endConnections } from './closing.ts'
import { features } from './features.ts'

export type AppOptions = {
  /** Without it, only the API. */
  webFolder?: string
  /** Validates responses against the contract; for tests. */
  checkReplies?: boolean
  /** Per user or, without sign-in, per address; web files do not count. */
  callsPerMinute?: number
  closing?: Closing
  /** By default each process counts alone. */
  counts?: CallCounts
  cache?: AnswerCache
  /** Queue length per share; further requests get 503. */
  callsWaiting?: number
  bodyTimes?: BodyTimes | undefined
  identity?: FastifyPluginAsync | undefined
  logger?: FastifyBaseLogger
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
}

const uploadOverheadBytes = 64 * 1024
const usualCallsPerMinute = 3_000
/** See `bench/overload.ts`. */
const usualCallsWaiting = 64

/**
 * Builds the app and, as a sibling plugin that shares no hooks, the embedded identity provider. Throws if an endpoint
 * of the contract has no route or access rule.
 */
export async function createApp(deps: UnitsDeps, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = httpServer(deps.config, options.logger, options.bodyTimes)
  if (options.tracing) traceRequests(app, options.tracing)
  if (options.metrics) measureRequests(app, options.metrics)
  if (options.closing) endConnections(app, options.closing)
  if (deps.config.embedded.people) answerOnlyHere(app)
  heedHostAlone(app)
  const { identity, callsWaiting: waiting = usualCallsWaiting } = options
  if (identity) {
    await app.register(async (beside) => {
      turnCrowdsAway(beside, { waiting, shareOf: () => 'signIns', callerOf })
      await beside.register(identity, { prefix: identityPath })
    })
  }
  await app.register((registry) => serveRegistry(registry, deps, options))
  return app
}

async function serveRegistry(app: FastifyInstance, deps: UnitsDeps, options: AppOptions): Promise<void> {
  app.decorateRequest('actor')
  answerFailures(app)
  readJson(app)
  const cache = options.cache ?? answerCache()
  const counts = options.counts ?? callCounts()
  answerFromMemory(app, cache, counts, options)
  await guard(app, deps, { ...options, counts })

  const actors = actorsWith(deps)
  // Before `eventStreams` subscribes: clients whose stream ends reconnect, and must not meet a cached actor.
  const stopForgetting = deps.standingChanges.subscribe((payload) => {
    actors.forget()
    if (payload !== null) forgetTenant(deps, payload.split(' ', 1)[0] ?? '')
  })
  const streams = eventStreams(deps)
  app.addHook('onClose', (_app, done) => {
    stopForgetting()
    streams.stop()
    done()
  })
  const served = new Set<string>()
  const serve = serveWith(
    app,
    {
      strict: actors.actorOf,
      welcoming: actors.welcome,
      linked: (requester, link) => auditorBehind(deps, requester, link),
    },
    {
      checkReplies: options.checkReplies ?? false,
      cache,
      once: callsOnce(deps.sql),
      requireSignIn: (...act) => requireSignIn(deps, ...act),
    },
  )
  const serveOnce: Serve = (call, handler) => {
    served.add(call.name)
    serve(call, handler)
  }
  const mount = {
    app,
    actorOf: (request: FastifyRequest) => actors.welcome(requesterOf(request)),
    forgetActors: actors.forget,
    openStream: streams.open,
    webFolder: options.webFolder ?? null,
  }
  for (const feature of features) feature(serveOnce, deps, mount)
  const missing = endpoints.filter((call) => !served.has(call.name))
  if (missing.length > 0) throw new Error(`not served: ${missing.map((call) => call.name).join(', ')}`)

  app.get('/config.json', async (request, reply) => {
    const site = siteConfigOf(deps, await siteAt(deps, request.host))
    allowCaching(request, reply)
    return site
  })
  app.get('/manifest.webmanifest', async (request, reply) => {
    const language = languageIn(request.headers['accept-language']) ?? 'en'
    const manifest = manifestOf(await siteAt(deps, request.host), language)
    allowCaching(request, reply, ['accept-language'])
    return reply.type('application/manifest+json').send(JSON.stringify(manifest))
  })
  document(app)
  watchHealth(app, deps)
  const headOfPage = ({ host, url, headers }: FastifyRequest) =>
    headOf(deps, { host, url, acceptLanguage: headers['accept-language'] })
  if (options.webFolder) await serveSite(app, options.webFolder, deps.config.PUBLIC_URL, headOfPage)
}

/** A POST without a body may still declare JSON. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}

/**
 * Sends cached responses before other hooks run; they count as calls. While closing, each response needs `Connection:
 * close`.
 */
function answerFromMemory(app: FastifyInstance, cache: AnswerCache, counts: CallCounts, options: AppOptions): void {
  const max = options.callsPerMinute ?? usualCallsPerMinute
  app.addHook('onRequest', (request, reply, done) => {
    const answer = options.closing?.hasBegun() ? null : cache.find(request)
    if (!answer || counts.add(`address ${callerOf(request)}`, max).current > max) return done()
    request.isAnsweredFromMemory = true
    sendCached(answer, request, reply)
  })
}

async function guard(
  app: FastifyInstance,
  deps: Pick<InfraDeps, 'config' | 'verifyToken' | 'signInOrigins'>,
  options: AppOptions & { counts: CallCounts },
): Promise<void> {
  const protect = protection(deps.config, deps.signInOrigins)
  app.addHook('onRequest', (request, reply, done) => protect(request.raw, reply.raw, () => done()))
  nameCallers(app, (request) => personBehind(deps, request))
  const { callsWaiting: waiting = usualCallsWaiting } = options
  turnCrowdsAway(app, { waiting, shareOf, callerOf: ({ caller }) => caller })
  await app.register(rateLimit, {
    global: false,
    max: options.callsPerMinute ?? usualCallsPerMinute,
    timeWindow: '1 minute',
    store: storeOn(options.counts),
    keyGenerator: ({ caller }) => caller,
    // A browser requests many web files at once, and an office shares one address. Health checks may share a proxy's.
    allowList: ({ url, routeOptions }) => routeOptions.config.isAlwaysLetIn === true || url.startsWith('/assets/'),
    errorResponseBuilder: (_, context) => {
      throw Object.assign(new Error(`Too many requests. Try again in ${context.after}.`), { statusCode: 429 })
    },
  })
  // Before authentication, so that refused requests count.
  app.addHook('onRequest', app.rateLimit())
  await app.register(compress, { global: true, threshold: 1_024, encodings: ['br', 'gzip'] })
  await app.register(etag)
  await app.register(multipart, { limits: { fileSize: limits.documentBytes + uploadOverheadBytes, files: 1 } })
}

/** Uploads are limited where they are read. Lists with `q` are searches. */
function shareOf({ url, query, routeOptions }: FastifyRequest): Share | null {
  const { isAlwaysLetIn, isUpload, share = 'reads' } = routeOptions.config
  if (isAlwaysLetIn || isUpload) return null
  if (url.startsWith('/assets/')) return 'files'
  const isSearched = query !== null && typeof query === 'object' && 'q' in query
  return share === 'reads' && isSearched ? 'searches' : share
}

/** Null without a valid token. */
async function personBehind({ verifyToken }: Pick<InfraDeps, 'verifyToken'>, { headers }: FastifyRequest) {
  const token = bearerIn(headers.authorization)
  return token === null ? null : verifyToken(token, { warn() {} }).catch(() => null)
}

function document(app: FastifyInstance): void {
  let api: ReturnType<typeof apiDocument> | undefined
  app.get('/api/openapi.json', () => {
    api ??= apiDocument()
    return api
  })
  serveApiPages(app, '/api/openapi.json')
}

/** `/readyz` fails without the database or during a stop. */
function watchHealth(app: FastifyInstance, deps: Pick<InfraDeps, 'checkDatabase' | 'isStopping' | 'troubles'>): void {
  const config = { isAlwaysLetIn: true }
  app.get('/healthz', { config }, () => ({ status: 'ok' }))
  app.get('/readyz', { config }, async () => {
    if (deps.isStopping()) throw new Failure('unavailable', 'The registry is stopping.')
    const troubles = [...deps.troubles.values()]
    await deps.checkDatabase().catch((error: unknown) => {
      throw troubles.length > 0 ? new Failure('unavailable', troubles.join(' ')) : error
    })
    return { status: 'ready', ...(troubles.length > 0 ? { troubles } : {}) }
  })
}
