import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { aWorld, theWorld, type World } from '#tests/kit/world.ts'

const pages = ['/healthz', '/config.json', '/identity/.well-known/openid-configuration', '/nothing']
let sandbox: World

beforeAll(async () => {
  sandbox = await aWorld({ OIDC_AUTHORITY: '' })
})

async function get({ baseUrl }: World, path: string, headers: Record<string, string>) {
  const outgoing = request(`${baseUrl}${path}`, { headers })
  outgoing.end()
  const [answer]: IncomingMessage[] = await once(outgoing, 'response')
  return { status: answer?.statusCode, body: answer ? await text(answer) : '' }
}

describe('a registry with the people of the sandbox', () => {
  test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '[::1]:3000', 'ocean.localhost'])(
    'answers at %s',
    async (host) => {
      expect((await get(sandbox, '/healthz', { host })).status).toBe(200)
    },
  )

  test('answers a balancer, whose checks name no host', async () => {
    const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1')
    socket.write('GET /healthz HTTP/1.0\r\n\r\n')
    expect(await text(socket)).toContain('200 OK')
  })

  test.each([
    ['at a name that was pointed here', { host: 'evil.test' }],
    ['at a name that only begins like one of ours', { host: 'localhost.evil.test:3000' }],
    ['at an address of this network', { host: '192.168.1.7:3000' }],
    ['behind a proxy', { 'x-forwarded-for': '203.0.113.7' }],
    ['behind a proxy that renames the host', { host: 'localhost', 'x-forwarded-host': 'evil.test' }],
    ['behind a proxy of the standard', { forwarded: 'for=203.0.113.7' }],
  ])('does not answer %s', async (_name, headers) => {
    for (const path of pages) {
      const { status, body } = await get(sandbox, path, headers)
      expect([path, status]).toEqual([path, 421])
      expect(body).toContain('OIDC_AUTHORITY')
    }
  })
})

test('a registry without them answers at any name', async () => {
  expect(
    (await get(await theWorld(), '/healthz', { host: 'registry.test', forwarded: 'for=203.0.113.7' })).status,
  ).toBe(200)
})
