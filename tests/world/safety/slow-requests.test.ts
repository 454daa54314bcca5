import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { httpServer } from '#server/infra/http/server.ts'
import { aSite } from '#tests/kit/a-site.ts'
import { aDraftProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { faultOf } from './refusal.ts'

/** A hundredth of the usual limits; slow but steady uploads are accepted. */
const bodyTimes = { bodyMs: 300, uploadBytesPerS: 8_000, lookEveryMs: 50 }
let tenant: TenantOfTest
let projectKey: string
let port: number

beforeAll(async () => {
  tenant = await aTenant()
  projectKey = (await aDraftProject(tenant)).projectKey
  port = Number(new URL((await aSite(tenant.world, { bodyTimes })).baseUrl).port)
})

const manyBytes = 500

describe('a body that drips in ends its connection, with 408 if it has no answer yet', () => {
  test.each([
    ['to a call that was refused before', 401, '/api/wallet/preview', 'application/json', '{"a":"'],
    ['to nowhere', 408, '/api/nothing', 'application/json', '{"a":"'],
    ['to the sign-in page', 408, '/identity/forgot', 'application/x-www-form-urlencoded', 'email='],
    ['to the OpenID protocol', 408, '/identity/token', 'application/x-www-form-urlencoded', 'code='],
  ])('%s', async (_name, status, path, type, start) => {
    const answer = await dripped(`${headOf(path, type, manyBytes)}${start}`, 'a', 20)
    expect(statusOf(answer)).toBe(status)
  })

  test('to a change of somebody signed in', async () => {
    const head = headOf('/api/wallet/preview', 'application/json', manyBytes, tenant.proponent.token)
    const answer = await dripped(`${head}{"a":"`, 'a', 20)
    expect([statusOf(answer), faultOf(408, 'application/json', bodyOf(answer))]).toEqual([408, null])
  })

  test('as an upload', async () => {
    const answer = await dripped(uploadOf(200_000), 'a', 20)
    expect([statusOf(answer), faultOf(408, 'application/json', bodyOf(answer))]).toEqual([408, null])
  })
})

test('an upload over a slow line goes on for as long as it keeps coming', async () => {
  const startedAt = performance.now()
  const answer = await dripped(uploadOf(60_000), 'a'.repeat(1_000), 20, 60)
  expect(performance.now() - startedAt).toBeGreaterThan(3 * bodyTimes.bodyMs)
  // The upload is complete, but not a picture.
  expect(statusOf(answer)).toBe(415)
})

test('headers that drip in end with 408', async () => {
  const app = httpServer({ PUBLIC_URL: 'http://localhost', TRUSTED_PROXIES: undefined })
  expect(app.server.headersTimeout).toBe(30_000)
  app.server.headersTimeout = 200
  await app.listen({ host: '127.0.0.1', port: 0 })
  closeAfterwards(() => app.close())
  const address = app.server.address() as AddressInfo
  const answer = await dripped(
    'GET / HTTP/1.1\r\nhost: localhost\r\nx-a: ',
    'a',
    100,
    Number.POSITIVE_INFINITY,
    address.port,
  )
  expect([statusOf(answer), faultOf(408, 'application/json', bodyOf(answer))]).toEqual([408, null])
}, 15_000)

function headOf(path: string, type: string, length: number, token?: string): string {
  const fields = [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `content-type: ${type}`,
    `content-length: ${length}`,
    ...(token ? [`authorization: Bearer ${token}`] : []),
  ]
  return `${fields.join('\r\n')}\r\n\r\n`
}

function uploadOf(bytes: number): string {
  const start = `--b\r\ncontent-disposition: form-data; name="projectKey"\r\n\r\n${projectKey}\r\n--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n`
  const end = '\r\n--b--\r\n'
  const head = headOf('/api/project/image', 'multipart/form-data; boundary=b', start.length + bytes + end.length)
  return (
    head.replace('\r\n\r\n', `\r\nconnection: close\r\nauthorization: Bearer ${tenant.proponent.token}\r\n\r\n`) + start
  )
}

/** Sends `more` at intervals until the server closes; ends the form after `times`. */
async function dripped(start: string, more: string, everyMs: number, times = Number.POSITIVE_INFINITY, to = port) {
  const socket = connect(to, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(start)
  let left = times
  const drip = setInterval(() => {
    left -= 1
    if (left >= 0) socket.write(more)
    else socket.write('\r\n--b--\r\n')
    if (left < 0) clearInterval(drip)
  }, everyMs)
  let answer = ''
  socket.setEncoding('utf8')
  socket.on('data', (part: string) => {
    answer += part
  })
  // Writing to a closed connection causes a reset after the answer.
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(drip)
  return answer
}

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}

function bodyOf(answer: string): string {
  return answer.split('\r\n\r\n')[1] ?? ''
}
