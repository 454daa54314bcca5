import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Refused } from '#server/infra/refused.ts'

export type SignedIn = { accessToken: string; idToken: string; refreshToken: string; expiresInS: number }

export type SignInOptions = { authority?: string; clientId?: string }

const discoveryDocument = z.object({
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
})
const tokenAnswer = z.object({
  access_token: z.string(),
  id_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
})
const siteConfig = z.object({ oidc: z.object({ authority: z.url(), clientId: z.string() }) })
const maxRedirects = 10

/**
 * Signs in as a browser does: authorization code with PKCE, form and cookies. Authority and client id default to
 * `/config.json`. Throws Refused, naming the failed step.
 */
export async function signIn(
  baseUrl: string,
  email: string,
  password: string,
  options: SignInOptions = {},
): Promise<SignedIn> {
  const { authority, clientId } = await clientAt(baseUrl, options)
  const redirectUri = `${baseUrl.replace(/\/$/, '')}/`
  const endpoints = discoveryDocument.parse(await jsonAt(`${authority}/.well-known/openid-configuration`))
  const verifier = randomBytes(32).toString('base64url')
  const start = new URL(endpoints.authorization_endpoint)
  start.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  const code = await codeFrom(start, redirectUri, email, password)
  return exchange(endpoints.token_endpoint, {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    code,
  })
}

export async function renew(baseUrl: string, refreshToken: string, options: SignInOptions = {}): Promise<SignedIn> {
  const { authority, clientId } = await clientAt(baseUrl, options)
  const endpoints = discoveryDocument.parse(await jsonAt(`${authority}/.well-known/openid-configuration`))
  return exchange(endpoints.token_endpoint, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
  })
}

async function clientAt(
  baseUrl: string,
  { authority, clientId }: SignInOptions,
): Promise<{ authority: string; clientId: string }> {
  if (authority && clientId) return { authority, clientId }
  const { oidc } = siteConfig.parse(await jsonAt(new URL('/config.json', baseUrl).href))
  return { authority: authority ?? oidc.authority, clientId: clientId ?? oidc.clientId }
}

/** Follows the redirects through the form back to `redirectUri`; returns its code. */
async function codeFrom(start: URL, redirectUri: string, email: string, password: string): Promise<string> {
  const cookies = new Map<string, string>()
  let form: URLSearchParams | null = null
  let url = start
  for (let step = 0; step < maxRedirects; step++) {
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    storeCookies(cookies, answer)
    const wasForm = form !== null
    form = null
    const location = answer.headers.get('location')
    if (location) {
      url = new URL(location, url)
      if (url.href.startsWith(`${redirectUri}?`)) return codeIn(url)
      continue
    }
    if (wasForm || answer.status !== 200)
      throw new Refused(`The sign-in of ${email} was refused with status ${answer.status}.`)
    form = new URLSearchParams({ email, password })
  }
  throw new Refused(`The sign-in did not end within ${maxRedirects} redirects.`)
}

function codeIn(url: URL): string {
  const code = url.searchParams.get('code')
  if (!code)
    throw new Refused(
      `The sign-in failed: ${url.searchParams.get('error_description') ?? url.searchParams.get('error')}.`,
    )
  return code
}

function storeCookies(cookies: Map<string, string>, answer: Response): void {
  for (const line of answer.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

export async function exchange(tokenEndpoint: string, grant: Record<string, string>): Promise<SignedIn> {
  const answer = await fetch(tokenEndpoint, { method: 'POST', body: new URLSearchParams(grant) })
  if (!answer.ok) throw new Refused(`No token was given: status ${answer.status}, ${await answer.text()}`)
  const tokens = tokenAnswer.parse(await answer.json())
  return {
    accessToken: tokens.access_token,
    idToken: tokens.id_token,
    refreshToken: tokens.refresh_token,
    expiresInS: tokens.expires_in,
  }
}

async function jsonAt(url: string): Promise<unknown> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Refused(`${url} answered ${answer.status}.`)
  return answer.json()
}
