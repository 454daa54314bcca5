import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { aDraftProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { faultOf } from './refusal.ts'
import { differences, stateOf } from './state.ts'

/** Malformed uploads are refused and leave nothing. */
let tenant: TenantOfTest
let projectKey: string

beforeAll(async () => {
  tenant = await aTenant()
  projectKey = (await aDraftProject(tenant)).projectKey
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
type Part = { name: string; value: string | Buffer; fileName?: string }

const key = (): Part => ({ name: 'projectKey', value: projectKey })
const image = (value: string | Buffer = onePixel, fileName = 'a.png'): Part => ({ name: 'image', value, fileName })

describe('a picture', () => {
  test.each<[string, number, () => Part[]]>([
    ['without a key', 400, () => [image()]],
    ['before the key of nothing', 404, () => [image(), { name: 'projectKey', value: 'x:y:z' }]],
    ['before its key, twice', 400, () => [image(), key(), key()]],
    ['missing', 400, () => [key()]],
    ['as a plain field', 400, () => [key(), { name: 'image', value: 'text' }]],
    ['under another name', 400, () => [key(), { ...image(), name: 'picture' }]],
    ['with its key twice', 400, () => [key(), key(), image()]],
    ['with a field too many', 400, () => [key(), { name: 'status', value: 'approved' }, image()]],
    ['with the key as a file', 400, () => [{ ...key(), fileName: 'key.txt' }, image()]],
    ['with a key of a megabyte', 404, () => [{ name: 'projectKey', value: 'x'.repeat(1024 * 1024) }, image()]],
    ['that is empty', 400, () => [key(), image('')]],
    ['that is text', 415, () => [key(), image('hello')]],
    ['that is HTML', 415, () => [key(), image('<html><script>alert(1)</script>')]],
    ['that is SVG', 415, () => [key(), image('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'a.svg')]],
    ['of which the end is missing', 400, () => [key(), image(onePixel.subarray(0, 40))]],
    ['that claims to be enormous', 413, () => [key(), image(enormous())]],
    ['of more than 5 MB', 413, () => [key(), image(Buffer.concat([onePixel, Buffer.alloc(6 * 1024 * 1024)]))]],
  ])('%s: %i', async (_name, status, parts) => {
    await refused('/api/project/image', formOf(parts()), status)
  })

  test('may come before its key', async () => {
    const sent = { method: 'POST', ...formOf([image(), key()]) }
    expect((await tenant.proponent.fetch('/api/project/image', sent)).status).toBe(200)
    const refusal = await tenant.buyer.fetch('/api/project/image', sent)
    expect(refusal.status).toBe(404)
  })

  test.each(['../../../../etc/passwd', 'a\u0000.png', '<script>.png', `${'x'.repeat(5_000)}.png`, '..', 'con'])(
    'is kept under a name of ours, whatever its own is: %j',
    async (fileName) => {
      const response = await tenant.proponent.fetch('/api/project/image', {
        method: 'POST',
        ...formOf([key(), image(onePixel, fileName)]),
      })
      const { imageFileName } = z.object({ imageFileName: z.string() }).parse(await response.json())
      expect([response.status, imageFileName]).toEqual([200, expect.stringMatching(/^[\w-]+\.webp$/)])
    },
  )
})

describe('a document', () => {
  test.each<[string, number, () => Part[]]>([
    ['of no known kind', 415, () => [kind('PDS'), document('MZ\u0090\u0000', 'a.pdf')]],
    ['of an unknown type', 400, () => [kind('Secret'), document('%PDF-1.7\n')]],
    ['without a type', 400, () => [document('%PDF-1.7\n')]],
    ['that is HTML named as PDF', 415, () => [kind('PDS'), document('<html>', 'a.pdf')]],
    ['that is empty', 400, () => [kind('PDS'), document('')]],
    [
      'of more than 20 MB',
      413,
      () => [kind('PDS'), document(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(21 * 1024 * 1024)]))],
    ],
  ])('%s: %i', async (_name, status, parts) => {
    await refused('/api/project/document', formOf([key(), ...parts()]), status)
  })
})

describe('a form', () => {
  const send = (body: string, type: string) => ({ body, headers: { 'content-type': type } })
  test.each<[string, number, { body: string; headers: Record<string, string> }]>([
    ['without a boundary', 400, send('x', 'multipart/form-data')],
    ['with a boundary that never comes', 400, send('x', 'multipart/form-data; boundary=never')],
    [
      'that breaks off',
      400,
      send('--b\r\ncontent-disposition: form-data; name="projectKey"\r\n\r\nabc', 'multipart/form-data; boundary=b'),
    ],
    ['of nothing', 400, send('--b--\r\n', 'multipart/form-data; boundary=b')],
    [
      'named __proto__',
      400,
      send(
        '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nabc\r\n--b--\r\n',
        'multipart/form-data; boundary=b',
      ),
    ],
    ['that is JSON', 415, send('{}', 'application/json')],
  ])('%s: %i', async (_name, status, form) => {
    await refused('/api/project/image', form, status)
  })
})

test('more than three at once of a person are refused before they are read, also those that never end', async () => {
  const { port, hostname } = new URL(tenant.world.baseUrl)
  const head = `--b\r\ncontent-disposition: form-data; name="projectKey"\r\n\r\n${projectKey}\r\n--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n`
  const opened = Array.from({ length: 4 }, () => {
    const socket = connect(Number(port), hostname)
    const lines = ['POST /api/project/image HTTP/1.1', 'host: a', `authorization: Bearer ${tenant.proponent.token}`]
    socket.write(
      [...lines, 'content-type: multipart/form-data; boundary=b', 'content-length: 5000000', '', head].join('\r\n'),
    )
    return socket
  })
  const [answer] = await Promise.race(opened.map((socket) => once(socket, 'data')))
  expect(String(answer)).toMatch(/^HTTP\/1.1 429 .*retry-after: \d+/s)
  for (const socket of opened) socket.destroy()
  // Aborted uploads free their slots and files.
  const send = () => tenant.proponent.fetch('/api/project/image', { method: 'POST', ...formOf([key(), image()]) })
  await expect.poll(async () => (await send()).status).toBe(200)
  await expect.poll(() => readdirSync(`${tenant.world.config.DATA_DIR}/files/.unfinished`)).toEqual([])
})

/** Broken and unusual pictures, if beside the checkout. */
const samples = new URL('../../../../shared/data/images/', import.meta.url)

test.runIf(existsSync(samples))(
  'any file is either a picture afterwards or refused',
  { timeout: 120_000 },
  async () => {
    for (const name of readdirSync(samples)) {
      const form = formOf([key(), image(readFileSync(new URL(name, samples)), name)])
      const response = await tenant.proponent.fetch('/api/project/image', { method: 'POST', ...form })
      const body = await response.text()
      expect([name, faultOf(response.status, response.headers.get('content-type'), body)]).toEqual([name, null])
    }
  },
)

async function refused(path: string, form: RequestInit, status: number) {
  const { sql } = tenant.world
  const before = await stateOf(sql, tenant.tenant.id)
  const response = await tenant.proponent.fetch(path, { method: 'POST', ...form })
  const body = await response.text()
  expect(faultOf(response.status, response.headers.get('content-type'), body)).toBeNull()
  expect([response.status, body.slice(0, 300)]).toEqual([status, expect.any(String)])
  expect(differences(before, await stateOf(sql, tenant.tenant.id))).toEqual([])
}

function formOf(parts: readonly Part[]): { body: FormData } {
  const body = new FormData()
  for (const { name, value, fileName } of parts) {
    const bytes = typeof value === 'string' ? value : new Uint8Array(value)
    if (fileName === undefined) body.append(name, String(value))
    else body.append(name, new Blob([bytes]), fileName)
  }
  return { body }
}

function kind(value: string): Part {
  return { name: 'documentType', value }
}

function document(value: string | Buffer, fileName = 'a.pdf'): Part {
  return { name: 'document', value, fileName }
}

/** A PNG header of 60 000 by 60 000 pixels with one pixel. */
function enormous(): Buffer {
  const bytes = Buffer.from(onePixel)
  bytes.writeUInt32BE(60_000, 16)
  bytes.writeUInt32BE(60_000, 20)
  return bytes
}
