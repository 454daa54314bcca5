import type { IncomingMessage, ServerResponse } from 'node:http'
import { failureOfDatabase } from '#server/db/database.ts'
import { Failure } from '#shared/rules/failure.ts'
import { sendAccent, sendAsset } from './assets.ts'
import { callLimit } from './calls.ts'
import { changePassword, showChange } from './changing-password.ts'
import { askForReset, choosePassword, showForgot, showPassword } from './choosing-password.ts'
import type { Identity } from './identity.ts'
import { noticePage } from './pages/notice-page.ts'
import { register, showRegistration } from './registering.ts'
import { showSignIn, signIn } from './signing-in.ts'
import { showSignedOut, signOut } from './signing-out.ts'
import { showUserinfo } from './userinfo.ts'
import { lookOf, sendPage, type Visit } from './visit.ts'

export type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

type Act = (identity: Identity, visit: Visit) => void | Promise<void>

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; script-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

/** Our own pages, by method and path below the mount; everything else is the OpenID protocol's. */
function pageAt(method: string, path: string): Act | null {
  const get = method === 'GET' || method === 'HEAD'
  if (/^\/interaction\/[\w-]+$/.test(path)) return get ? showSignIn : method === 'POST' ? signIn : null
  switch (path) {
    case '/forgot':
      return get ? showForgot : method === 'POST' ? askForReset : null
    case '/register':
      return get ? showRegistration : method === 'POST' ? register : null
    case '/password':
      return get ? showPassword : method === 'POST' ? choosePassword : null
    case '/password/change':
      return get ? showChange : method === 'POST' ? changePassword : null
    case '/session/end':
    case '/logout':
      return get || method === 'POST' ? signOut : null
    case '/signed-out':
      return get ? showSignedOut : null
    case '/me':
      return showUserinfo
    case '/assets/style.css':
      return (_identity, visit) => sendAsset('style.css', visit)
    case '/assets/accent.css':
      return (_identity, visit) => sendAccent(visit)
    case '/assets/inter.woff2':
      return (_identity, visit) => sendAsset('inter.woff2', visit)
    default:
      return null
  }
}

/** The provider of every site as one raw Node handler, to be mounted with or without the issuer's path stripped. */
export function identityHandler(identity: Identity): Handler {
  const isWithinLimit = callLimit(identity.options.callsPerMinute)
  return async (req, res) => {
    for (const [name, value] of Object.entries(securityHeaders)) res.setHeader(name, value)
    const address = addressOf(req, identity)
    const site = await siteFor(identity, req, res)
    if (!site) return
    requestAsSeenOutside(req, site.issuer, new URL(site.issuer).pathname)
    const url = new URL(`${site.origin}${req.url}`)
    const visit: Visit = { req, res, site, url, address, look: lookOf(req, url, site) }
    const act = pageAt(req.method ?? '', url.pathname)
    try {
      if (!isWithinLimit(address)) throw new Failure('too_many_requests', 'Too many requests.')
      if (act) await act(identity, visit)
      else await identity.current.providerOf(site).callback()(req, res)
    } catch (error) {
      answerFailure(identity, visit, error)
    }
  }
}

/** The site that is asked for. Where there is none, or nobody can say, the answer is given here: no page has a look then. */
async function siteFor(identity: Identity, req: IncomingMessage, res: ServerResponse) {
  try {
    const site = await identity.sites.at(hostOf(req, identity))
    if (!site) res.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such registry.')
    return site
  } catch (error) {
    if (!failureOfDatabase(error)) identity.log.error({ err: error }, 'the identity provider failed')
    res.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '5' }).end('Please try again in a moment.')
    return null
  }
}

/** Who calls. Behind a proxy the last address that it forwards is the one that it saw itself; the caller sent those before. */
function addressOf(req: IncomingMessage, { options }: Identity): string {
  return (options.isBehindProxy && lastOf(req.headers['x-forwarded-for'])) || (req.socket.remoteAddress ?? '')
}

/** The host that is asked for, as the rest of the registry takes it (Fastify's `request.host`). */
function hostOf(req: IncomingMessage, { options }: Identity): string {
  return (options.isBehindProxy && lastOf(req.headers['x-forwarded-host'])) || (req.headers.host ?? '')
}

function lastOf(header: string | string[] | undefined): string | undefined {
  return [header ?? []].flat().join(',').split(',').at(-1)?.trim()
}

/**
 * The provider is where its site is, whatever proxy, host header or mount brought a request: addresses in its answers and
 * the `Secure` of its cookies come from the issuer alone.
 */
function requestAsSeenOutside(req: IncomingMessage & { originalUrl?: string }, issuer: string, mount: string): void {
  const { host, protocol } = new URL(issuer)
  const path = req.url ?? '/'
  if (path === mount || path.startsWith(`${mount}/`) || path.startsWith(`${mount}?`))
    req.url = path.slice(mount.length) || '/'
  if (!req.url?.startsWith('/')) req.url = `/${req.url}`
  req.originalUrl = `${mount}${req.url}`
  req.headers.host = host
  req.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete req.headers['x-forwarded-host']
  delete req.headers['x-forwarded-for']
}

function answerFailure({ log }: Identity, visit: Visit, error: unknown): void {
  const failure = error instanceof Failure ? error : failureOfDatabase(error)
  const status = failure?.status ?? 500
  if (!failure) log.error({ err: error }, 'the identity provider failed')
  if (visit.res.headersSent) visit.res.end()
  else sendPage(visit, noticePage(visit.look, status < 500 ? 'refused' : 'broken'), status)
}
