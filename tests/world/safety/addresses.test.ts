import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { aSite } from '#tests/kit/a-site.ts'
import { theWorld, type World } from '#tests/kit/world.ts'
import { faultOf } from './refusal.ts'

/** Arbitrary addresses never cause a server error. */
let world: World
let port: number

beforeAll(async () => {
  world = await theWorld()
  port = Number(new URL((await aSite(world, { callsPerMinute: 1_000_000 })).baseUrl).port)
})

test.each([
  ['/', 200],
  ['/collection/project?key=//', 404],
  ['/no/page/of%20ours', 404],
  ['//', 404],
  ['//:', 404],
  ['//[', 404],
  ['//evil.example.org/', 404],
  ['/collection//project', 404],
  ['/\\', 404],
  ['/\\evil.example.org', 404],
  ['/%5cevil.example.org', 404],
  ['/%2f%2fevil.example.org', 404],
  ['/%00', 404],
  ['/%0d%0aset-cookie:a=b', 404],
  ['/%', 400],
  ['/%zz', 400],
  ['/%c0%ae', 400],
  ['http://[', 400],
  ['http://evil.example.org/', 400],
  ['*', 404],
])('%s is answered %i', async (address, status) => {
  expect(await statusAt(address)).toBe(status)
})

test('a browser is shown the app’s page where there is nothing, and nothing else is', async () => {
  const get = (path: string, accept: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } })
  for (const path of ['/claims//', '/collection//project', '/old.php']) {
    const page = await get(path, 'text/html,*/*;q=0.8')
    expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('<div id="root"></div>')
    expect(await (await get(path, '*/*')).json()).toMatchObject({ code: 'not_found' })
  }
  expect(await (await get('/api/nothing', 'text/html')).json()).toMatchObject({ code: 'not_found' })
  const icon = await fetch(`http://127.0.0.1:${port}/favicon.ico`, { redirect: 'manual' })
  expect([icon.status, icon.headers.get('location')]).toEqual([301, '/favicon.png'])
})

const pieces = [
  '/',
  '//',
  '\\',
  '%',
  '%2f',
  '%5c',
  '%00',
  '%c0%ae',
  ':',
  '[',
  ']',
  '@',
  '?',
  '#',
  '..',
  '.',
  ';',
  'a',
  'é',
]
const roots = ['/', '/api/', '/identity/', '/images/', '/documents/', '/certificates/', '/assets/', '/collection/', '']

test('no address makes the server fail, and every refusal has the one shape', async () => {
  const address = fc
    .tuple(fc.constantFrom(...roots), fc.array(fc.constantFrom(...pieces), { maxLength: 8 }))
    .map(([root, rest]) => root + rest.join(''))
    .filter((path) => path !== '')
  await fc.assert(
    fc.asyncProperty(address, async (path) => {
      const status = await statusAt(path)
      expect([200, 302, 303, 304, 400, 404, 405]).toContain(status)
    }),
    { numRuns: 300, seed: 20_261_122 },
  )
  expect(world.logged.filter((line) => line.includes('"bug"'))).toEqual([])
}, 60_000)

/** Sends a GET without `fetch`, which would normalise the address. */
async function statusAt(address: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  socket.write(Buffer.from(`GET ${address} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`, 'latin1'))
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
  const isOurs = !address.startsWith('/identity')
  const contentType = /^content-type: (.*)$/im.exec(head)?.[1] ?? null
  // Unknown screens return the app's page.
  const isPage = status === 404 && contentType?.startsWith('text/html')
  if (status >= 400 && isOurs && !isPage) {
    expect([address, faultOf(status, contentType, unchunked(head, body))]).toEqual([address, null])
  }
  return status
}

function unchunked(head: string, body: string): string {
  return /transfer-encoding: chunked/i.test(head) ? (body.split('\r\n')[1] ?? '') : body
}
