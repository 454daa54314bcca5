import { beforeAll, describe, expect, test } from 'vitest'
import { scannerAt } from '#server/infra/files/scan.ts'
import { using } from '#server/infra/files/using.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aStore } from '#tests/kit/file-store.ts'
import { until } from '../program.ts'
import { eicar, startClamd } from './clamd.ts'

const files = aStore()

const scanned = (address: string, ...pieces: (string | Buffer)[]) =>
  using(files.draft(pieces.map((piece) => Buffer.from(piece))), scannerAt(address))

describe('the scanner of Debian', () => {
  let url: string

  beforeAll(async () => {
    const clamd = await startClamd()
    closeAfterwards(clamd.stop)
    url = clamd.url
    await until(() => scanned(url, 'x').then(() => true), 60_000, clamd.describe)
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
