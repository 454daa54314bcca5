import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#shared/rules/languages.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import { clientId, type IdentityWorld, runIdentity } from '#tests/kit/identity-world.ts'

let world: IdentityWorld

beforeAll(async () => {
  world = await runIdentity()
})
afterAll(() => world.stop())

describe('the sign-in page', () => {
  test.each([
    ['English', {}, {}, 'en', 'Sign in'],
    ['the browser’s language', {}, { 'accept-language': 'de, fr-CA;q=0.8' }, 'fr', 'Se connecter'],
    ['the site’s language', { ui_locales: 'sw' }, { 'accept-language': 'fr' }, 'sw', 'Ingia'],
    ['English for a language that we lack', { ui_locales: 'de' }, {}, 'en', 'Sign in'],
  ])('is in %s', async (_name, query, headers, language, title) => {
    const { markup } = await formReader().open(signInAddress(query), headers)
    expect(markup).toContain(`<html lang="${language}"`)
    expect(markup).toContain(`<h1>${title}</h1>`)
  })

  test('changes language and theme by a link and keeps both for the pages that follow', async () => {
    const reader = formReader()
    const { url } = await reader.open(signInAddress({ ui_locales: 'en', theme: 'dark' }))
    expect((await reader.open(`${url}?lang=fr&theme=light`)).markup).toContain('<html lang="fr" data-theme="light">')
    expect((await reader.open(`${world.issuer}/signed-out`)).markup).toContain('<html lang="fr" data-theme="light">')
  })

  test('follows the theme that the site passes along, and nothing else that is called one', async () => {
    expect((await formReader().open(signInAddress({ theme: 'light' }))).markup).toContain('data-theme="light"')
    expect((await formReader().open(signInAddress({ theme: '"><script>' }))).markup).not.toContain('data-theme')
  })

  test('names its fields for password managers', async () => {
    const { markup } = await formReader().open(signInAddress())
    expect(markup).toMatch(/<input id="email"[^>]* autocomplete="username"/)
    expect(markup).toMatch(/<input id="password"[^>]* type="password"[^>]* autocomplete="current-password"/)
  })

  test('shows what was typed as text, whatever it is', async () => {
    const reader = formReader()
    await reader.open(signInAddress())
    const { markup, status } = await reader.submit({ email: '"><img src=x onerror=alert(1)>', password: 'x' })
    expect(status).toBe(401)
    expect(markup).not.toContain('<img')
    expect(markup).toContain('&quot;&gt;&lt;img')
  })

  test('after a refused try is a page that one can come back to, where the fault stands once', async () => {
    const reader = formReader()
    const { url } = await reader.open(signInAddress({ ui_locales: 'fr' }))
    const name = '"ada"@registry.test'
    const refused = await reader.submit({ email: name, password: 'x' })
    expect(refused).toMatchObject({ status: 401, method: 'GET', url })
    expect(refused.markup).toContain('role="alert"')
    expect(refused.markup).toContain('value="&quot;ada&quot;@registry.test"')
    const again = await reader.open(url)
    expect(again.status).toBe(200)
    expect(again.markup).not.toContain('role="alert"')
  })

  test('that has expired says so', async () => {
    expect((await formReader().open(`${world.issuer}/interaction/gone`)).markup).toContain('This page has expired')
  })
})

describe('every page', () => {
  const addresses = () => [
    signInAddress(),
    ...['/forgot', '/password?token=x', '/password/change', '/address/change', '/signed-out', '/interaction/x'].map(
      (path) => world.issuer + path,
    ),
  ]

  test('forbids scripts, frames and foreign sources, and has none', async () => {
    for (const address of addresses()) {
      const { markup, headers } = await formReader().open(address)
      expect(headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*script-src 'none'.*frame-ancestors 'none'/,
      )
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toContain('no-store')
      expect(markup).not.toMatch(/<script|<style| style=| on\w+=/i)
    }
  })

  test('has all its words in every language', async () => {
    for (const lang of languages) {
      for (const address of addresses()) {
        const { markup } = await formReader().open(address, { 'accept-language': lang })
        expect(markup).toContain(`lang="${lang}"`)
        expect(markup).not.toMatch(/\{\w+\}|undefined|null/)
      }
    }
  })

  test('has its style sheet and font', async () => {
    expect((await fetch(`${world.issuer}/assets/style.css`)).headers.get('content-type')).toContain('text/css')
    expect((await fetch(`${world.issuer}/assets/inter.woff2`)).headers.get('content-type')).toBe('font/woff2')
  })
})

describe('a form', () => {
  test('sent from another site is refused', async () => {
    const answer = await post('/password?token=x', 'password=x', { 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(403)
  })

  test.each([
    ['too large', 'x'.repeat(20_000), 'application/x-www-form-urlencoded', 413],
    ['no form', '{}', 'application/json', 400],
    ['for no page', 'a=b', 'application/x-www-form-urlencoded', 410],
  ])('that is %s is refused', async (_name, body, type, status) => {
    expect((await post('/password?token=x', body, { 'content-type': type })).status).toBe(status)
  })

  test.each(['\0', '\ud800', "' or 1=1 --", '%', '\u202e', 'a'.repeat(5_000), '{{7*7}}', '../../etc/passwd'])(
    'with %j breaks nothing',
    async (value) => {
      const reader = formReader()
      await reader.open(signInAddress())
      expect((await reader.submit({ email: value, password: value })).status).toBe(401)
      expect(
        (await fetch(`${world.issuer}/password?${new URLSearchParams({ token: value, lang: value })}`)).status,
      ).toBe(410)
    },
  )
})

describe('behind a proxy that speaks https', () => {
  let proxied: IdentityWorld
  const call = (forwardedFor: string, path = '/signed-out') =>
    fetch(`${proxied.baseUrl}/identity${path}`, { headers: { 'x-forwarded-for': forwardedFor }, redirect: 'manual' })

  beforeAll(async () => {
    proxied = await runIdentity({ publicUrl: 'https://registry.test', callsPerMinute: 2 })
  })
  afterAll(() => proxied.stop())

  test('addresses are https and cookies are secure', async () => {
    const query = new URL(signInAddress({ redirect_uri: 'https://registry.test/' })).search
    const answer = await call('203.0.113.1', `/auth${query}`)
    expect(answer.headers.get('location')).toMatch(/^\/identity\/interaction\//)
    expect(answer.headers.getSetCookie().length).toBeGreaterThan(0)
    const cookies = [
      ...answer.headers.getSetCookie(),
      ...(await call('203.0.113.9', '/signed-out')).headers.getSetCookie(),
    ]
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; secure/i)
      // For the whole host alone, or for one sign-in page.
      expect(cookie).toMatch(/^(__Host-(?!.*domain=).*; path=\/(;|$)|__Secure-identity_(sign_in|resume)(\.sig)?=)/i)
    }
    expect(cookies.filter((cookie) => cookie.startsWith('__Host-'))).not.toEqual([])
    expect(await (await call('203.0.113.1', '/.well-known/openid-configuration')).json()).toMatchObject({
      issuer: 'https://registry.test/identity',
      token_endpoint: 'https://registry.test/identity/token',
    })
  })

  test('callers are distinguished by the proxy’s header, not by their own', async () => {
    const seen = ['198.51.100.1', '198.51.100.2', '9.9.9.9, 198.51.100.1', '8.8.8.8, 198.51.100.1', '198.51.100.2']
    const statuses = []
    for (const forwardedFor of seen) statuses.push((await call(forwardedFor)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 200])
  })
})

test.each([
  '//',
  '///',
  '//evil.example.org/forgot',
  '/%',
  '/%E0%A4%A/forgot',
  '/forgot/..//..',
  '/forgot?lang=%00&theme=%ff',
  '/interaction/../../api',
  '/auth?client_id=%00',
  '/auth?client_id=a&client_id=b',
  '/auth/%00',
  '/session/end?state=%0d%0ax:y&logout_uri=%00',
  '/me',
  ';',
  '?',
])('an address like %s is answered and breaks nothing', async (path) => {
  const status = await statusOf(path)
  expect(status).toBeGreaterThanOrEqual(200)
  expect(status).toBeLessThan(500)
})

test('nothing that people sent made the provider fail', () => {
  expect(world.logged.filter((line) => line.includes('failed'))).toEqual([])
})

/** `fetch` would normalise the path. */
function statusOf(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(world.issuer)
    const outgoing = request({ hostname, port, path: pathname + path }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    outgoing.on('error', reject).end()
  })
}

function signInAddress(query: Record<string, string> = {}): string {
  const parameters = {
    client_id: clientId,
    redirect_uri: `${world.baseUrl}/`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }
  return `${world.issuer}/auth?${new URLSearchParams({ ...parameters, ...query })}`
}

function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  return fetch(world.issuer + path, { method: 'POST', body, headers: { ...form, ...headers } })
}
