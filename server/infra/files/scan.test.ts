import { once } from 'node:events'
import { createServer } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#embedded/free-port.ts'
import { eicar, startClamd } from '#tests/clamd.ts'
import { aStore } from '#tests/file-store.ts'
import { closeAfterwards } from '#tests/setup/closing.ts'
import { ensureDebian } from '../../../scripts/debian.ts'
import { until } from '../../../tests/deploy/program.ts'
import { scannerAt } from './scan.ts'
import { using } from './using.ts'

const missing = await ensureDebian(['clamav-daemon'])
const files = aStore()

const scanned = (address: string | undefined, ...pieces: (string | Buffer)[]) =>
  using(files.draft(pieces.map((piece) => Buffer.from(piece))), scannerAt(address))

describe.skipIf(missing !== null)(`the scanner of Debian${missing ? `: ${missing}` : ''}`, () => {
  let url: string

  beforeAll(async () => {
    const clamd = await startClamd()
    closeAfterwards(clamd.stop)
    url = clamd.url
    await until(() => scanned(url, 'x').then(() => true), 60_000, clamd.said)
  }, 90_000)

  test('lets pass what is harmless, also of many pieces', async () => {
    await expect(scanned(url, '%PDF-1.7')).resolves.toBeUndefined()
    await expect(scanned(url, Buffer.alloc(20 * 1024 * 1024, 'harmless '))).resolves.toBeUndefined()
  })

  test('names what it finds, wherever it stands', async () => {
    for (const pieces of [[eicar], [Buffer.alloc(200_000, ' '), eicar]]) {
      await expect(scanned(url, ...pieces)).rejects.toMatchObject({
        code: 'infected',
        message: expect.stringMatching(/^The file was not taken: the virus scanner found Eicar-Test-Signature/),
      })
    }
  })

  test('is an outage for what it will not read', async () => {
    await expect(scanned(url, Buffer.alloc(26 * 1024 * 1024))).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test('without an address nothing is scanned', async () => {
  await expect(scanned(undefined, eicar)).resolves.toBeUndefined()
})

test('a scanner that is away, that hangs up or that says something else is an outage', async () => {
  const outage = { code: 'unavailable', message: 'Files cannot be scanned now. Try again in a moment.' }
  await expect(scanned(`tcp://127.0.0.1:${await freePort()}`, 'x')).rejects.toMatchObject(outage)
  for (const answer of ['', 'UNKNOWN COMMAND\0', 'stream: OK, or so']) {
    const server = createServer((socket) => socket.on('error', () => {}).end(answer))
    closeAfterwards(async () => void server.close())
    const port = await freePort()
    await once(server.listen(port, '127.0.0.1'), 'listening')
    await expect(scanned(`tcp://127.0.0.1:${port}`, 'x')).rejects.toMatchObject(outage)
  }
})
