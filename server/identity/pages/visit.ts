import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { because, Failure } from '#shared/rules/failure.ts'
import { languageIn } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { hostCookie, isSecure } from '../protocol/cookies.ts'
import type { IdentitySite } from '../protocol/sites.ts'
import { type Look, type Theme, themes } from './page.ts'

export type Visit = { request: FastifyRequest; reply: FastifyReply; site: IdentitySite; url: URL; look: Look }

/** Sign-in parameters from the site. */
export type Wishes = { ui_locales?: unknown; theme?: unknown }

type Reader = { headers: { 'accept-language'?: string | undefined }; cookies: Record<string, string | undefined> }

export type Form = Record<string, string | undefined>

const preferenceMaxAgeS = 365 * 86_400
export const choiceCookies = (origin: string) => ({
  theme: hostCookie('identity_theme', origin),
  language: hostCookie('identity_language', origin),
})
const formFields = z.record(z.string(), z.string())

export function visitOf(request: FastifyRequest, reply: FastifyReply, site: IdentitySite): Visit {
  const url = URL.parse(request.url, site.origin) ?? new URL(site.issuer)
  return { request, reply, site, url, look: lookOf(request, url, site) }
}

/** Language and theme come from the page's link, else the site, the cookies, the browser's settings. */
export function lookOf({ headers, cookies }: Reader, url: URL, site: IdentitySite, wishes: Wishes = {}): Look {
  const chosen = languageIn(url.searchParams.get('lang') ?? undefined) ?? languageIn(asText(wishes.ui_locales))
  const names = choiceCookies(site.origin)
  const language = chosen ?? languageIn(cookies[names.language]) ?? languageIn(headers['accept-language']) ?? 'en'
  return {
    registryName: site.names[language],
    accent: site.accent,
    origin: site.origin,
    path: new URL(site.issuer).pathname,
    language,
    theme: asTheme(url.searchParams.get('theme')) ?? asTheme(wishes.theme) ?? asTheme(cookies[names.theme]),
    address: `${url.pathname}${url.search}`,
  }
}

/** What a page may load. Scripts only where a page needs one, from our own address. */
export function contentPolicy(scripts: "'none'" | "'self'" = "'none'"): string {
  return `default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; script-src ${scripts}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}

/** Of a page with `passkeyForm`. */
export function sendPageWithScript(visit: Pick<Visit, 'reply' | 'look'>, markup: string, status = 200): void {
  visit.reply.header('content-security-policy', contentPolicy("'self'"))
  sendPage(visit, markup, status)
}

/** Stores language and theme in cookies. */
export function sendPage({ reply, look }: Pick<Visit, 'reply' | 'look'>, markup: string, status = 200): void {
  const attributes = { ...cookieAttributes(look), maxAge: preferenceMaxAgeS }
  const { language, theme } = choiceCookies(look.origin)
  reply.setCookie(language, look.language, attributes)
  if (look.theme) reply.setCookie(theme, look.theme, attributes)
  reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(markup)
}

export function cookieAttributes({ origin }: Look) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(origin) } as const
}

export function redirect({ reply }: Visit, location: string): void {
  reply.header('cache-control', 'no-store').redirect(location, 303)
}

/** Fails with `forbidden` for a form from another site, `invalid` for no form. The parser limits the size. */
export function formOf({ request }: Visit): Form {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Failure('forbidden', 'Sent from another site.', because('access.anotherSite'))
  return fieldsOf(request)
}

/** From any site. Fails with `invalid` for no form. */
export function fieldsOf({ body }: FastifyRequest): Form {
  const fields = formFields.safeParse(body)
  if (!fields.success) throw new Failure('invalid', 'Not a form.', because('request.form'))
  return fields.data
}

/** Perhaps no address, but bounded and without control characters. */
export function emailIn({ email = '' }: Form): string {
  return email
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, limits.email)
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function asTheme(value: unknown): Theme | null {
  return themes.find((theme) => theme === value) ?? null
}
