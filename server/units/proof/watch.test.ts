import { execFile } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkpointText, signedCheckpoint, verifierKey } from '#proof/checkpoint.ts'
import { bytesOf, sha256Of } from '#proof/hash.ts'
import { leafHash, rangeHash } from '#proof/tree.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aTenant } from '#tests/kit/tenant.ts'

function watch(...args: string[]): Promise<{ code: number; output: string }> {
  const file = join(import.meta.dirname, '../../../proof/watch.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], { env: { PATH: process.env.PATH } }, (error, output, complaint) =>
      resolve({ code: Number(error?.code ?? 0), output: output + complaint }),
    )
  })
}

async function aStateFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-watch-'))
  closeAfterwards(() => rm(folder, { recursive: true }))
  return join(folder, 'state.json')
}

test('a log is followed from head to head', async () => {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 100 })
  const state = await aStateFile()
  const url = `${tenant.world.baseUrl}/log/${tenant.tenant.id}`
  const once = () => watch(url, '--state', state, '--once')
  await expect.poll(async () => (await fetch(`${url}/checkpoint`)).status).toBe(200)
  expect(await once()).toEqual({ code: 0, output: expect.stringContaining('1 links; the first head that is seen.') })
  for (const quantity of [1, 2, 3]) await transferred(tenant, { assetId, quantity, toAccountId: 'buyer' })
  await expect.poll(async () => (await (await fetch(`${url}/checkpoint`)).text()).split('\n')[1]).toBe('4')
  expect(await once()).toEqual({ code: 0, output: expect.stringMatching(/4 links, consistent with the \d before\./) })
  expect(await once()).toEqual({ code: 0, output: expect.stringContaining('4 links, consistent with the 4 before.') })
  expect(await watch(url.replace(/[^/]+$/, 'nowhere'), '--state', `${state}2`, '--once')).toMatchObject({ code: 2 })
  const { key } = JSON.parse(await readFile(state, 'utf8'))
  const another = await watch(url, '--state', `${state}3`, '--once', '--key', key.replace(tenant.tenant.id, 'another'))
  expect(another).toMatchObject({ code: 2, output: expect.stringContaining('is no key of a log') })
}, 60_000)

test('a log that forks is named with both heads, now and at the next look', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const origin = 'fork.example/log/lake'
  const leaves = (name: string) => [1, 2, 3].map((at) => leafHash(sha256Of(`${name} ${at}`)))
  const head = (hashes: readonly string[]) => {
    const [first = '', second = '', third] = hashes
    const root = third === undefined ? rangeHash([first, second]) : rangeHash([rangeHash([first, second]), third])
    const checkpoint = { origin, size: hashes.length, root }
    return signedCheckpoint(checkpoint, raw, sign(null, Buffer.from(checkpointText(checkpoint)), privateKey))
  }
  let served = { checkpoint: head(leaves('one').slice(0, 2)), tile: leaves('one') }
  const server = createServer(({ url = '' }, response) => {
    const width = Number(url.split('.p/')[1])
    response.end(
      url.endsWith('/checkpoint') ? served.checkpoint : Buffer.concat(served.tile.slice(0, width).map(bytesOf)),
    )
  }).listen(0, '127.0.0.1')
  closeAfterwards(async () => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/log/lake`
  const state = await aStateFile()
  const once = () => watch(url, '--state', state, '--once', '--key', verifierKey(origin, raw))
  expect(await once()).toMatchObject({ code: 0 })
  served = { checkpoint: head(leaves('another')), tile: leaves('another') }
  const says = 'THE LOG FORKED: its head of 3 links does not continue that of 2.'
  expect(await once()).toEqual({ code: 1, output: expect.stringContaining(says) })
  const { checkpoint, forked } = JSON.parse(await readFile(state, 'utf8'))
  expect([checkpoint, forked]).toEqual([head(leaves('one').slice(0, 2)), head(leaves('another'))])
  expect(await once()).toEqual({ code: 1, output: expect.stringContaining('forked earlier') })
  served = { checkpoint: served.checkpoint.replace('\n3\n', '\n4\n'), tile: leaves('one') }
  const unsigned = await watch(url, '--state', `${state}2`, '--once', '--key', verifierKey(origin, raw))
  expect(unsigned).toEqual({ code: 1, output: expect.stringContaining('is not signed with the key') })
}, 60_000)

test('wrong arguments are refused with the usage', async () => {
  for (const args of [[], ['nowhere'], ['https://a.example', '--every', 'never'], ['https://a.example', '--what']]) {
    expect(await watch(...args)).toEqual({ code: 2, output: expect.stringContaining('npm run watch-log -- URL') })
  }
}, 60_000)
