import { base32 } from '@scure/base'
import { decodeJwt } from 'jose'
import { exchange } from '#sandbox/sign-in.ts'
import { codeOf, stepAt } from '#server/identity/factors/one-time-codes.ts'
import { type FormReader, formReader } from './form-reader.ts'
import { clientId, type IdentityWorld, password } from './identity-world.ts'

/** RFC 7636, appendix B. */
const pkce = {
  challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
}

export type Page = Awaited<ReturnType<FormReader['open']>>

/** The sign-in page, or the answer to a live session. */
export function openSignIn(
  { issuer, baseUrl }: Pick<IdentityWorld, 'issuer' | 'baseUrl'>,
  reader: FormReader = formReader(),
  query: Record<string, string> = {},
): Promise<Page> {
  const parameters = {
    client_id: clientId,
    redirect_uri: `${baseUrl}/`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
  }
  return reader.open(`${issuer}/auth?${new URLSearchParams({ ...parameters, ...query })}`)
}

/** The sign-in after the right password. */
export async function afterPassword(world: IdentityWorld, email: string, query: Record<string, string> = {}) {
  const reader = formReader()
  await openSignIn(world, reader, query)
  return { reader, page: await reader.submit({ email, password }) }
}

/** Tokens of a finished sign-in, and how it is said to have been made. */
export async function tokensOf({ issuer, baseUrl }: IdentityWorld, { url }: Page) {
  const code = new URL(url).searchParams.get('code') ?? ''
  const grant = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: `${baseUrl}/`, code }
  const tokens = await exchange(`${issuer}/token`, { ...grant, code_verifier: pkce.verifier })
  return { ...tokens, said: assuranceIn(tokens.accessToken) }
}

export function assuranceIn(accessToken: string) {
  const { acr, amr, auth_time: authTime } = decodeJwt(accessToken)
  return { acr, amr, authTime }
}

/** What the page's form has in a hidden field or an attribute. */
export function hiddenIn({ markup }: Page, name: string): string {
  const [, value = ''] = new RegExp(`(?:name="${name}" value|${name})="([^"]*)"`).exec(markup) ?? []
  return value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

/** What an app shows, now or some steps later. */
export function shownCode(secret: string, later = 0): string {
  return codeOf(base32.decode(secret), stepAt(new Date()) + later)
}

export function recoveryCodesIn({ markup }: Page): string[] {
  return [...markup.matchAll(/<code>([a-z2-7-]{29})<\/code>/g)].flatMap(([, code]) => code ?? [])
}

/** Sets up an app in a signed-in browser. */
export async function setUpApp({ issuer }: IdentityWorld, reader: FormReader) {
  const page = await reader.open(`${issuer}/security/app`)
  const secret = hiddenIn(page, 'secret')
  const answer = await reader.submit({ secret, typed: shownCode(secret), current: password })
  return { secret, codes: recoveryCodesIn(answer), answer }
}
