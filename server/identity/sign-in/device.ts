import { translate } from '#server/identity/texts/texts.ts'
import { callerOf } from '#server/infra/http/caller.ts'
import { newLinkToken } from '#server/infra/link-token.ts'
import type { Language } from '#shared/rules/languages.ts'
import { cookieAttributes, type Visit } from '../pages/visit.ts'
import { hostCookie } from '../protocol/cookies.ts'
import type { Identity } from '../protocol/identity.ts'
import { type Device, recordSignIn } from '../protocol/sessions.ts'

/** Browsers keep no cookie longer. */
const cookieMaxAgeS = 400 * 86_400

/** In this order: most browsers also name those that follow. */
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['Android', /\bAndroid\b/],
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Names browser and system of a `User-Agent`, empty if unknown; none of its own words. */
export function deviceOf(userAgent: string): Pick<Device, 'browser' | 'system'> {
  const named = (known: typeof browsers | typeof systems) =>
    known.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? ''
  return { browser: named(browsers), system: named(systems) }
}

export function deviceInWords(language: Language, { browser = '', system = '' }: Partial<Device>): string {
  if (browser && system) return translate(language, 'sessions.device', { browser, system })
  return browser || system || translate(language, 'sessions.unknown')
}

/** Records a sign-in of the visitor, and marks the device by a cookie. */
export async function noteDevice({ sql }: Pick<Identity, 'sql'>, { request, reply, look }: Visit, personId: string) {
  const name = hostCookie('identity_device', look.origin)
  const token = request.cookies[name] ?? newLinkToken()
  reply.setCookie(name, token, { ...cookieAttributes(look), maxAge: cookieMaxAgeS })
  const device: Device = { ...deviceOf(request.headers['user-agent'] ?? ''), address: callerOf(request) }
  return { ...device, ...(await recordSignIn(sql, personId, token, device)) }
}
