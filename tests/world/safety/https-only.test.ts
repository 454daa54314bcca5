import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { aSite } from '#tests/kit/a-site.ts'
import { theWorld, type World } from '#tests/kit/world.ts'

/** An https site sends HSTS with every response. */
let world: World
let port: number

beforeAll(async () => {
  world = await theWorld()
  const config = { ...world.config, PUBLIC_URL: 'https://registry.example.org' }
  const site = await aSite(world, { bodyTimes: { bodyMs: 100, uploadBytesPerS: 8_000, lookEveryMs: 50 } }, { config })
  port = Number(new URL(site.baseUrl).port)
})

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`

test.each([
  ['a page', 200, get('/')],
  ['a file of the web app', 200, get('/favicon.svg')],
  ['an answer', 200, get('/config.json')],
  ['an answer that needs a sign-in', 401, get('/api/account')],
  ['nothing', 404, get('/api/nothing')],
  ['an address that cannot be decoded', 400, get('/%zz')],
  ['the API document’s page', 200, get('/api/docs/')],
  ['a redirect', 301, get('/api/docs')],
  ['a page of the identity provider', 200, get('/identity/forgot')],
  ['an answer of the OpenID protocol', 200, get('/identity/.well-known/openid-configuration')],
  ['an error of the OpenID protocol', 400, get('/identity/auth')],
  ['what is no HTTP', 400, 'GET / HTTP/1.1\r\nhost: a\r\n\u0000broken\r\n\r\n'],
  ['a header that is too long', 400, `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`],
  [
    'a body that does not come',
    408,
    'POST /api/nothing HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  ],
])('%s: %i', async (_name, status, request) => {
  const [head = ''] = (await answerTo(port, request)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head.match(/^strict-transport-security: max-age=31536000; includeSubDomains$/gim)).toHaveLength(1)
})

test('a site of http does not', async () => {
  const { headers } = await fetch(`${world.baseUrl}/healthz`)
  expect(headers.get('strict-transport-security')).toBeNull()
})

/** Reads until the server closes the connection. */
async function answerTo(to: number, request: string): Promise<string> {
  const socket = connect(to, '127.0.0.1')
  socket.write(request)
  return text(socket)
}
