import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { because, Failure } from '#shared/rules/failure.ts'
import { languageIn } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { hostCookie, isSecure } from '../protocol/cookies.ts'
import type { IdentitySite } from '../protocol/sites.ts'
import { type Look, type Theme, themes } from './page.ts'

/** One request to a page of ours: at which site, at which address there, and how the answer shall look. */
export type Visit = { request: FastifyRequest; reply: FastifyReply; site: IdentitySite; url: URL; look: Look }

/** Values of the sign-in request that our pages follow: the site passes its reader's language and theme along. */
export type Wishes = { ui_locales?: unknown; theme?: unknown }

/** What a reader's browser says of its reader. */
type Reader = { headers: { 'accept-language'?: string | undefined }; cookies: Record<string, string | undefined> }

/** The fields of a form by their names. */
export type Form = Record<string, string | undefined>

const preferenceMaxAgeS = 365 * 86_400
/** The cookies that keep a reader's choices at a site. */
export const choiceCookies = (origin: string) => ({
  theme: hostCookie('identity_theme', origin),
  language: hostCookie('identity_language', origin),
})
const formFields = z.record(z.string(), z.string())

export function visitOf(request: FastifyRequest, reply: FastifyReply, site: IdentitySite): Visit {
  const url = URL.parse(request.url, site.origin) ?? new URL(site.issuer)
  return { request, reply, site, url, look: lookOf(request, url, site) }
}

/**
 * A page's look: a link on the page decides first, then what the site passed along, then what this browser chose before,
 * then its own settings.
 */
export function lookOf({ headers, cookies }: Reader, url: URL, site: IdentitySite, wishes: Wishes = {}): Look {
  const chosen = languageIn(url.searchParams.get('lang') ?? undefined) ?? languageIn(asText(wishes.ui_locales))
  const kept = choiceCookies(site.origin)
  const language = chosen ?? languageIn(cookies[kept.language]) ?? languageIn(headers['accept-language']) ?? 'en'
  return {
    registryName: site.names[language],
    accent: site.accent,
    origin: site.origin,
    path: new URL(site.issuer).pathname,
    language,
    theme: asTheme(url.searchParams.get('theme')) ?? asTheme(wishes.theme) ?? asTheme(cookies[kept.theme]),
    address: `${url.pathname}${url.search}`,
  }
}

/** Sends a page and keeps the reader's language and theme for the pages that follow. */
export function sendPage({ reply, look }: Pick<Visit, 'reply' | 'look'>, markup: string, status = 200): void {
  const kept = { ...cookieAttributes(look), maxAge: preferenceMaxAgeS }
  const { language, theme } = choiceCookies(look.origin)
  reply.setCookie(language, look.language, kept)
  if (look.theme) reply.setCookie(theme, look.theme, kept)
  reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(markup)
}

/** What all our cookies have in common: sent to this host alone, and never to a script. */
export function cookieAttributes({ origin }: Look) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(origin) } as const
}

export function redirect({ reply }: Visit, location: string): void {
  reply.header('cache-control', 'no-store').redirect(location, 303)
}

/**
 * The fields of a form that was posted from one of our own pages. Fails with `forbidden` if another site sent it, with
 * `invalid` if it is not a form. The parser has refused forms that are too large.
 */
export function formOf({ request }: Visit): Form {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Failure('forbidden', 'Sent from another site.', because('access.anotherSite'))
  return fieldsOf(request)
}

/** The fields of a form, wherever it was posted from. Fails with `invalid` if it is not a form. */
export function fieldsOf({ body }: FastifyRequest): Form {
  const fields = formFields.safeParse(body)
  if (!fields.success) throw new Failure('invalid', 'Not a form.', because('request.form'))
  return fields.data
}

/** What was typed as an e-mail address, whether or not it is one: bounded, without control characters. */
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
