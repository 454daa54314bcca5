import { expect, test } from 'vitest'
import { theWorld } from '#tests/kit/world.ts'

const registryHeaders = ['x-ratelimit-limit', 'etag', 'x-dns-prefetch-control']

test.each(['/forgot', '/auth', '/.well-known/openid-configuration', '/assets/style.css', '/unknown'])(
  '%s is answered with the headers of the identity provider alone',
  async (path) => {
    const { baseUrl } = await theWorld()
    const { headers } = await fetch(`${baseUrl}/identity${path}`, { headers: { 'accept-encoding': 'gzip' } })
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/)
    expect(headers.get('content-encoding')).toBeNull()
    expect(registryHeaders.filter((name) => headers.has(name))).toEqual([])
  },
)

test('the registry beside it keeps its own headers, also where there is nothing', async () => {
  const { baseUrl } = await theWorld()
  for (const path of ['/api/openapi.json', '/identity', '/api/unknown']) {
    const { headers } = await fetch(baseUrl + path)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'self'/)
    expect(registryHeaders.filter((name) => headers.has(name))).toEqual(registryHeaders)
  }
})

test('the OpenID protocol reads its own forms, which may be larger than those of our pages', async () => {
  const { baseUrl } = await theWorld()
  const body = new URLSearchParams({
    client_id: 'registry-web',
    grant_type: 'refresh_token',
    refresh_token: 'x'.repeat(20_000),
  })
  const answer = await fetch(`${baseUrl}/identity/token`, { method: 'POST', body })
  expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
})
