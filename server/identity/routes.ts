import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { storeOn } from '#server/infra/http/call-counts.ts'
import { failureOf, retryAfter } from '#server/infra/http/errors.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { sendAccent, sendAsset } from './pages/assets.ts'
import { noticePage } from './pages/notice-page.ts'
import { contentPolicy, sendPage, type Visit, visitOf } from './pages/visit.ts'
import type { Identity } from './protocol/identity.ts'
import type { IdentitySite } from './protocol/sites.ts'
import { showUserinfo } from './protocol/userinfo.ts'
import { answerForAddress, requestAddressChange, showAddress, showAnswer } from './sign-in/changing-address.ts'
import { changePassword, showChange } from './sign-in/changing-password.ts'
import { choosePassword, requestReset, showForgot, showPassword } from './sign-in/choosing-password.ts'
import { endChosenSessions, showSessions } from './sign-in/listing-sessions.ts'
import { answerNotMe, showNotMe } from './sign-in/not-me.ts'
import { register, showRegistration } from './sign-in/registering.ts'
import {
  addNewFactor,
  makeNewCodes,
  removeOwnFactor,
  showNewApp,
  showNewCodes,
  showNewPasskey,
  showRemoval,
  showSecurity,
} from './sign-in/security.ts'
import { showSignIn, signIn } from './sign-in/signing-in.ts'
import { showSignedOut, signOut } from './sign-in/signing-out.ts'

const maxFormBytes = 16_384

const securityHeaders = {
  'content-security-policy': contentPolicy(),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

/**
 * Every site's identity provider, a Fastify plugin with its own hooks, headers and errors. Register it under
 * `/identity` beside the registry, whose hooks must not apply.
 */
export function identityRoutes(identity: Identity): FastifyPluginAsync {
  return async (app) => {
    app.decorateRequest('site', null)
    app.removeAllContentTypeParsers()
    // Ignores other bodies: oidc-provider parses its own, and our pages accept only forms.
    app.addContentTypeParser('*', (_request, _body, done) => done(null))
    app.setErrorHandler((error, request, reply) => answerFailure(identity, error, request, reply))
    await app.register(cookie, { secret: identity.current.keys.cookieSecret })
    await app.register(rateLimit, { global: false, store: storeOn(identity.counts) })
    const countCall = app.createRateLimit({ max: identity.options.callsPerMinute, timeWindow: '1 minute' })
    app.addHook('onRequest', async (request, reply) => {
      // On the raw response, because the provider bypasses Fastify.
      for (const [name, value] of Object.entries(securityHeaders)) reply.raw.setHeader(name, value)
      request.setDecorator('site', await siteOf(identity, request))
      const calls = await countCall(request)
      if (!calls.isAllowed && calls.isExceeded) throw new Failure('too_many_requests', 'Too many requests.')
    })
    await app.register(async (pages) => servePages(pages, identity))
    app.all('/me', (request, reply) => showUserinfo(identity, visitAt(request, reply)))
    app.all('/*', (request, reply) => forwardToProvider(identity, request, reply))
  }
}

type Act = (identity: Identity, visit: Visit) => void | Promise<void>

/** All other addresses belong to the OpenID protocol. */
async function servePages(app: FastifyInstance, identity: Identity): Promise<void> {
  await app.register(formbody, { bodyLimit: maxFormBytes })
  const page = (path: string, show: Act, take?: Act) => {
    app.get(path, (request, reply) => show(identity, visitAt(request, reply)))
    if (take) app.post(path, (request, reply) => take(identity, visitAt(request, reply)))
  }
  page('/interaction/:uid(^[\\w-]+$)', showSignIn, signIn)
  page('/forgot', showForgot, requestReset)
  page('/register', showRegistration, register)
  page('/password', showPassword, choosePassword)
  page('/password/change', showChange, changePassword)
  page('/address/change', showAddress, requestAddressChange)
  page('/address/:answer(^(confirm|stop)$)', showAnswer, answerForAddress)
  page('/sessions', showSessions, endChosenSessions)
  page('/not-me', showNotMe, answerNotMe)
  page('/security', showSecurity)
  page('/security/app', showNewApp, addNewFactor)
  page('/security/passkey', showNewPasskey, addNewFactor)
  page('/security/codes', showNewCodes, makeNewCodes)
  page('/security/remove', showRemoval, removeOwnFactor)
  page('/session/end', signOut, signOut)
  page('/logout', signOut, signOut)
  page('/signed-out', showSignedOut)
  page('/assets/style.css', (_identity, visit) => sendAsset('style.css', visit))
  page('/assets/accent.css', (_identity, visit) => sendAccent(visit))
  page('/assets/passkey.js', (_identity, visit) => sendAsset('passkey.js', visit))
  page('/assets/inter.woff2', (_identity, visit) => sendAsset('inter.woff2', visit))
}

/** oidc-provider writes the response itself. */
async function forwardToProvider(identity: Identity, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { site } = visitAt(request, reply)
  const answer = identity.current.providerOf(site).callback()
  reply.hijack()
  requestAsSeenOutside(request.raw, site.issuer)
  await answer(request.raw, reply.raw)
}

/** The issuer alone decides addresses and the cookies' `Secure`, whatever a proxy or host header says. */
function requestAsSeenOutside(raw: IncomingMessage & { originalUrl?: string }, issuer: string): void {
  const { host, protocol, pathname: mount } = new URL(issuer)
  const [, ...rest] = (raw.url ?? '').split(`${mount}/`)
  raw.url = `/${rest.join(`${mount}/`)}`
  raw.originalUrl = `${mount}${raw.url}`
  raw.headers.host = host
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete raw.headers['x-forwarded-host']
  delete raw.headers['x-forwarded-for']
}

/** Fails with `not_found`, `unavailable`. */
async function siteOf(identity: Identity, { host }: FastifyRequest): Promise<IdentitySite> {
  const site = await identity.sites.at(host)
  if (!site) throw new Failure('not_found', 'There is no such registry.', because('noSuch.registry'))
  return site
}

function visitAt(request: FastifyRequest, reply: FastifyReply): Visit {
  const site = knownSite(request)
  if (!site) throw new Error('The site of the request is not known yet.')
  return visitOf(request, reply, site)
}

function knownSite(request: FastifyRequest): IdentitySite | null {
  return request.getDecorator<IdentitySite | null>('site')
}

/** Shows a failure in the site's look, or as plain text without a site. */
function answerFailure({ log }: Identity, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = failureOf(error)
  if (failure.code === 'bug') log.error({ err: error }, 'the identity provider failed')
  const site = knownSite(request)
  if (site) {
    if (failure.code === 'unavailable') reply.header('retry-after', retryAfter())
    const visit = visitOf(request, reply, site)
    sendPage(visit, noticePage(visit.look, failure.status < 500 ? 'refused' : 'broken'), failure.status)
  } else if (failure.code === 'not_found') {
    reply.code(404).type('text/plain').send(failure.message)
  } else {
    reply.code(503).type('text/plain').header('retry-after', retryAfter()).send('Please try again in a moment.')
  }
}
