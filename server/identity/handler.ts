import type { IncomingMessage, ServerResponse } from 'node:http'
import { failureOfDatabase } from '#server/db/database.ts'
import { Failure } from '#shared/rules/failure.ts'
import { sendAsset } from './assets.ts'
import { callLimit } from './calls.ts'
import { askForReset, choosePassword, showForgot, showPassword } from './choosing-password.ts'
import type { Identity } from './identity.ts'
import { noticePage } from './pages/notice-page.ts'
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
    case '/password':
      return get ? showPassword : method === 'POST' ? choosePassword : null
    case '/session/end':
    case '/logout':
      return get ? signOut : null
    case '/signed-out':
      return get ? showSignedOut : null
    case '/me':
      return showUserinfo
    case '/assets/style.css':
      return (_identity, visit) => sendAsset('style.css', visit)
    case '/assets/inter.woff2':
      return (_identity, visit) => sendAsset('inter.woff2', visit)
    default:
      return null
  }
}

/** The provider as one raw Node handler, to be mounted at the path of its issuer with or without that prefix stripped. */
export function identityHandler(identity: Identity): Handler {
  const { options } = identity
  const { origin, pathname: mount } = new URL(options.issuer)
  const isWithinLimit = callLimit(options.callsPerMinute)
  return async (req, res) => {
    const address = addressOf(req, options.issuer)
    requestAsSeenOutside(req, options.issuer, mount)
    for (const [name, value] of Object.entries(securityHeaders)) res.setHeader(name, value)
    const url = new URL(`${origin}${req.url}`)
    const visit: Visit = { req, res, url, address, look: lookOf(req, url, options) }
    const act = pageAt(req.method ?? '', url.pathname)
    try {
      if (!isWithinLimit(address)) throw new Failure('too_many_requests', 'Too many requests.')
      if (act) await act(identity, visit)
      else await identity.current.provider.callback()(req, res)
    } catch (error) {
      answerFailure(identity, visit, error)
    }
  }
}

/**
 * Who calls. We speak plain HTTP, so where the issuer's address is https there is a proxy in front, and the last address
 * that it forwards is the one that it saw itself; anything before that was sent by the caller.
 */
function addressOf(req: IncomingMessage, issuer: string): string {
  const forwarded = [req.headers['x-forwarded-for'] ?? []].flat().join(',').split(',').at(-1)?.trim()
  const isBehindProxy = new URL(issuer).protocol === 'https:'
  return (isBehindProxy && forwarded) || (req.socket.remoteAddress ?? '')
}

/**
 * The provider is where its configuration says, whatever proxy, host header or mount brought a request: addresses in its
 * answers and the `Secure` of its cookies come from the issuer alone.
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
