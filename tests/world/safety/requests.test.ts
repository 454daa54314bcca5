import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createApp } from '#server/app/app.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { faultOf } from './refusal.ts'
import { differences, stateOf } from './state.ts'

/** Malformed requests are refused without effect. */
let tenant: TenantOfTest

beforeAll(async () => {
  tenant = await aTenant()
})

const json = { 'content-type': 'application/json' }
const invitation = { firstName: 'Amina', lastName: 'Said', email: 'amina@registry.test' }

describe('a body', () => {
  test.each([
    ['that is no JSON', 400, json, '{"firstName": '],
    ['that is empty', 400, json, ''],
    ['that is null', 400, json, 'null'],
    ['with an unknown field', 400, json, JSON.stringify({ ...invitation, isTenantAdmin: true })],
    [
      'with a field twice, the second one wrong',
      400,
      json,
      `{"email":"a@registry.test",${JSON.stringify({ ...invitation, email: 1 }).slice(1)}`,
    ],
    [
      'with __proto__',
      400,
      json,
      '{"__proto__":{"isTenantAdmin":true},"firstName":"a","lastName":"b","email":"a@b.test"}',
    ],
    ['with constructor.prototype', 400, json, '{"constructor":{"prototype":{"a":1}}}'],
    ['nested a hundred thousand deep', 400, json, '['.repeat(100_000)],
    ['nested and closed', 400, json, '['.repeat(50_000) + ']'.repeat(50_000)],
    ['of more than a megabyte', 413, json, JSON.stringify({ ...invitation, firstName: 'x'.repeat(1024 * 1024) })],
    ['of another type', 415, { 'content-type': 'text/xml' }, '<user/>'],
    ['of a form', 415, { 'content-type': 'application/x-www-form-urlencoded' }, 'firstName=a'],
    ['of a type that is none', 415, { 'content-type': 'json' }, '{}'],
    ['as multipart where JSON belongs', 400, { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
  ] as const)('%s: %i', async (_name, status, headers, body) => {
    const before = await stateOf(tenant.world.sql, tenant.tenant.id)
    const response = await tenant.accountAdmin.fetch('/api/accountAdmin/user/invite', { method: 'POST', headers, body })
    await expectRefusal(response, status)
    expect(differences(before, await stateOf(tenant.world.sql, tenant.tenant.id))).toEqual([])
  })
})

describe('an address', () => {
  test.each([
    ['with a parameter twice', 400, '/api/projects/my?limit=1&limit=2'],
    ['with an unknown parameter', 400, '/api/projects/my?isAdmin=true'],
    ['with a parameter as a list', 400, '/api/projects/my?limit[]=1'],
    ['that cannot be decoded', 400, '/api/claims/%zz'],
    ['with bytes that are no UTF-8', 400, '/api/claims/%c0%ae'],
    ['with a very long id', 400, `/api/claims/${'x'.repeat(500)}`],
    ['beyond all measure', 400, `/api/claims?q=${'x'.repeat(40_000)}`],
    ['above the root', 404, '/api/../../etc/passwd'],
    ['above the root, encoded', 404, '/api/%2e%2e%2f%2e%2e%2fetc%2fpasswd'],
    ['of nothing', 404, '/api/nothing'],
    ['of a file outside the store', 404, '/images/..%2f..%2f..%2fetc%2fpasswd'],
    ['of a file with a dot path', 404, '/documents/sample/proponent/..%2f..%2fsecret'],
    ['of a file with NUL', 404, '/documents/sample/proponent/a%00.pdf'],
  ])('%s: %i', async (_name, status, path) => {
    await expectRefusal(await tenant.proponent.fetch(path), status)
  })
})

test.each(['PUT', 'OPTIONS', 'PROPFIND'])('%s is no method of any call', async (method) => {
  await expectRefusal(await tenant.tenantAdmin.fetch('/api/account', { method }), 404)
})

describe('a header', () => {
  test.each([
    ['a token with a space', 401, { authorization: 'Bearer a b' }],
    ['a token of another scheme', 401, { authorization: 'Basic YTpi' }],
    ['a token of ten thousand letters', 401, { authorization: `Bearer ${'a'.repeat(10_000)}` }],
    ['a token with dots only', 401, { authorization: 'Bearer ...' }],
    ['more than Node reads', 400, { 'x-anything': 'a'.repeat(40_000) }],
    ['no host that we know', 401, { host: 'evil.test' }],
    ['a host with a path', 401, { host: 'evil.test/../admin' }],
  ])('%s: %i', async (_name, status, headers) => {
    const answer = await bare('/api/account', headers)
    expect(faultOf(answer.status, answer.contentType, answer.body)).toBeNull()
    expect(answer.status).toBe(status)
  })

  test('an Idempotency-Key without end: 400', async () => {
    const headers = { ...json, 'idempotency-key': 'k'.repeat(256) }
    const body = JSON.stringify({ toAccountId: 'buyer', items: [{ assetId: 'a', quantity: 1 }] })
    await expectRefusal(await tenant.proponent.fetch('/api/wallet/transfer', { method: 'POST', headers, body }), 400)
  })

  test('what is no HTTP: 400, and a line of the log with the id of the answer', async () => {
    const answer = await spoken('GET / HTTP/1.1\r\nhost: a\r\n\u0000broken\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
    expect(faultOf(400, 'application/json', body)).toBeNull()
    const { requestId } = z.object({ requestId: z.string() }).parse(JSON.parse(body))
    const lines = tenant.world.logged.filter((line) => line.includes(requestId))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'request unreadable', code: 'HPE_INVALID_HEADER_TOKEN' },
    ])
  })
})

describe('every answer', () => {
  test.each(['/api/account', '/api/nothing', '/config.json', '/healthz', '/api/openapi.json'])(
    '%s forbids what a browser need not do',
    async (path) => {
      const { headers } = await tenant.visitor.fetch(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("object-src 'none'")
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('permissions-policy')).toContain('geolocation=()')
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('server')).toBeNull()
    },
  )

  test('of a private call is stored by no cache', async () => {
    const { headers } = await tenant.proponent.fetch('/api/account')
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  test('that forbids something names the person in the log, and of other calls the log names nobody', async () => {
    const { proponent, world } = tenant
    await proponent.fetch('/api/account')
    const path = '/api/registry/settings'
    expect((await proponent.fetch(path)).status).toBe(403)
    const lines = () => world.logged.filter((line) => line.includes(proponent.username))
    await expect.poll(lines).toHaveLength(1)
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ person: proponent.username, res: { statusCode: 403 } })
  })

  test('that refuses names the request by an id that the log knows', async () => {
    const response = await tenant.proponent.fetch('/api/projects/my?limit=0')
    const { requestId } = z.object({ requestId: z.string() }).parse(await response.json())
    expect(tenant.world.logged.some((line) => line.includes(requestId))).toBe(true)
  })
})

test('what is logged names neither token nor e-mail address', async () => {
  const { proponent, world } = tenant
  await proponent.fetch(`/api/projects/my?q=${encodeURIComponent(proponent.email)}`)
  const log = world.logged.join('\n')
  expect(log).not.toContain(proponent.token)
  expect(log).not.toContain(proponent.email)
})

test.each(['/api/account', '/api/nothing', '/api/projects?tenantId=sample'])(
  'who calls %s too often is told to wait, whatever the answers were',
  async (path) => {
    const app = await createApp(tenant.world.deps, { callsPerMinute: 3 })
    let refused = await app.inject(path)
    let letIn = 0
    for (; refused.statusCode !== 429 && letIn < 7; letIn += 1) refused = await app.inject(path)
    expect(refused.statusCode).toBe(429)
    // The test may span two minutes.
    expect([3, 4, 5, 6]).toContain(letIn)
    expect(faultOf(429, String(refused.headers['content-type']), refused.body)).toBeNull()
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await app.close()
  },
)

async function expectRefusal(response: Response, status: number): Promise<void> {
  const body = await response.text()
  expect(faultOf(response.status, response.headers.get('content-type'), body)).toBeNull()
  expect([response.status, body.slice(0, 300)]).toEqual([status, expect.any(String)])
}

/** Headers that `fetch` would not send. */
function bare(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; contentType: string | null; body: string }>((resolve, reject) => {
    httpRequest(`${tenant.world.baseUrl}${path}`, { headers }, async (response) => {
      const body = await text(response)
      resolve({ status: response.statusCode ?? 0, contentType: response.headers['content-type'] ?? null, body })
    })
      .on('error', reject)
      .end()
  })
}

/** Sends raw text; reads until the server closes the connection. */
async function spoken(words: string): Promise<string> {
  const { hostname, port } = new URL(tenant.world.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.write(words)
  return text(socket)
}
