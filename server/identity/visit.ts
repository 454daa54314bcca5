import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Failure } from '#shared/rules/failure.ts'
import { type Language, languageIn } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Look, type Theme, themes } from './pages/page.ts'
import type { IdentitySite } from './sites.ts'

/** One request to a page of ours: at which site and where below the mount, who calls, and how the answer shall look. */
export type Visit = {
  req: IncomingMessage
  res: ServerResponse
  site: IdentitySite
  url: URL
  address: string
  look: Look
}

/** Values of the sign-in request that our pages follow: the site passes its reader's language and theme along. */
export type Wishes = { ui_locales?: unknown; theme?: unknown }

const maxFormBytes = 16_384
const preferenceMaxAgeS = 365 * 86_400
const themeCookie = 'identity_theme'
const languageCookie = 'identity_language'

/**
 * A page's look: a link on the page decides first, then what the site passed along, then what this browser chose before,
 * then its own settings.
 */
export function lookOf(req: IncomingMessage, url: URL, site: IdentitySite, wishes: Wishes = {}): Look {
  const cookies = cookiesOf(req)
  const chosen = languageIn(url.searchParams.get('lang') ?? undefined) ?? languageIn(asText(wishes.ui_locales))
  const language =
    chosen ?? languageIn(cookies.get(languageCookie)) ?? languageIn(req.headers['accept-language']) ?? 'en'
  return {
    registryName: site.names[language],
    accent: site.accent,
    origin: site.origin,
    path: new URL(site.issuer).pathname,
    language,
    theme: asTheme(url.searchParams.get('theme')) ?? asTheme(wishes.theme) ?? asTheme(cookies.get(themeCookie)),
    address: `${url.pathname}${url.search}`,
  }
}

/** Sends a page and keeps the reader's language and theme for the pages that follow. */
export function sendPage({ res, look }: Pick<Visit, 'res' | 'look'>, markup: string, status = 200): void {
  res.statusCode = status
  res.setHeader('content-type', 'text/html; charset=utf-8')
  res.setHeader('cache-control', 'no-store')
  const kept: [string, Language | Theme][] = [[languageCookie, look.language]]
  if (look.theme) kept.push([themeCookie, look.theme])
  const secure = look.origin.startsWith('https:') ? '; Secure' : ''
  const attributes = `Path=${look.path}; Max-Age=${preferenceMaxAgeS}; SameSite=Lax; HttpOnly${secure}`
  res.appendHeader(
    'set-cookie',
    kept.map(([name, value]) => `${name}=${value}; ${attributes}`),
  )
  res.end(markup)
}

export function redirect(res: ServerResponse, location: string): void {
  res.statusCode = 303
  res.setHeader('location', location)
  res.setHeader('cache-control', 'no-store')
  res.end()
}

/** The fields of a form that was posted from one of our own pages. Fails with `forbidden` from elsewhere, `too_large` beyond 16 KiB. */
export async function formOf(req: IncomingMessage): Promise<URLSearchParams> {
  const site = req.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Failure('forbidden', 'Sent from another site.')
  return fieldsOf(req)
}

/** The fields of a form, wherever it was posted from. Fails with `too_large` beyond 16 KiB. */
export async function fieldsOf(req: IncomingMessage): Promise<URLSearchParams> {
  if (!req.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    throw new Failure('invalid', 'Not a form.')
  if (Number(req.headers['content-length'] ?? Number.NaN) > maxFormBytes)
    throw new Failure('too_large', 'The form is too large.')
  return new URLSearchParams(await text(limited(req)))
}

/** What was typed as an e-mail address, whether or not it is one: bounded, without control characters. */
export function emailIn(form: URLSearchParams): string {
  return (form.get('email') ?? '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, limits.email)
}

async function* limited(req: IncomingMessage): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of req) {
    bytes += chunk.length
    if (bytes > maxFormBytes) throw new Failure('too_large', 'The form is too large.')
    yield chunk
  }
}

function cookiesOf(req: IncomingMessage): Map<string, string> {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return new Map(pairs.map(([name = '', value = '']) => [name, value]))
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function asTheme(value: unknown): Theme | null {
  return themes.find((theme) => theme === value) ?? null
}
