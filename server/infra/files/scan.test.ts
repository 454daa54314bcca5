import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '#embedded/free-port.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aStore } from '#tests/kit/file-store.ts'
import { scannerAt } from './scan.ts'
import { using } from './using.ts'

const files = aStore()

const scanned = (address: string | undefined, ...pieces: (string | Buffer)[]) =>
  using(files.draft(pieces.map((piece) => Buffer.from(piece))), scannerAt(address))

test('without an address nothing is scanned', async () => {
  await expect(scanned(undefined, 'x')).resolves.toBeUndefined()
})

test('a scanner that is away, that hangs up or answers something else is an outage', async () => {
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
