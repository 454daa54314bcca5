import { execFile } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, inject, test } from 'vitest'
import { checkpointText, signedCheckpoint, verifierKey } from '#proof/checkpoint.ts'
import { bytesOf, sha256Of } from '#proof/hash.ts'
import { leafHash, rangeHash } from '#proof/tree.ts'
import { anchorData, deploymentData } from '#server/infra/chain/contract.ts'
import { type Hex, logRef } from '#server/infra/chain/derive.ts'
import { readAnchors } from '#shared/contract/transactions.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aNodeBefore } from '#tests/kit/node-proxy.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aFundedKey } from '#tests/kit/world.ts'

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

/** A contract of somebody who is not the registry, and states heads as they like. */
async function aForger(rpcUrl: string) {
  const account = privateKeyToAccount(await aFundedKey(rpcUrl))
  const client = createWalletClient({ account, transport: http(rpcUrl) }).extend(publicActions)
  const mined = async (sent: Promise<Hex>) => client.waitForTransactionReceipt({ hash: await sent })
  const data = deploymentData(account.address, 'https://forger.test')
  const { contractAddress } = await mined(client.sendTransaction({ chain: null, data }))
  const contract = contractAddress ?? account.address
  const anchor = (origin: string, size: bigint, root: Hex) =>
    mined(client.sendTransaction({ chain: null, to: contract, data: anchorData({ log: logRef(origin), size, root }) }))
  return { contract, anchor }
}

test('a log is compared with what the chain anchors, also by a node that refuses wide ranges', async () => {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 100 })
  const { chainRpcUrl: rpcUrl } = inject('servers')
  const { rpcUrl: node } = await aNodeBefore(rpcUrl, { mostBlocks: 100 })
  const url = `${tenant.world.baseUrl}/log/${tenant.tenant.id}`
  const anchors = async () =>
    (await tenant.visitor.call(readAnchors, { query: { tenantId: tenant.tenant.id } })).anchors
  await expect.poll(anchors, { timeout: 40_000 }).toHaveLength(1)
  await transferred(tenant, { assetId, quantity: 1, toAccountId: 'buyer' })
  await expect.poll(async () => (await (await fetch(`${url}/checkpoint`)).text()).split('\n')[1]).toBe('2')
  const [{ contract, blockNumber } = { contract: '', blockNumber: 0 }] = await anchors()
  const state = await aStateFile()
  const once = (address: string, file: string, ...more: string[]) =>
    watch(url, '--state', file, '--once', '--node', node, '--contract', address, ...more)

  const found = await once(contract, state)
  expect(found).toEqual({ code: 0, output: expect.stringContaining(': 1 anchors, all consistent.') })
  expect(JSON.parse(await readFile(state, 'utf8'))).toMatchObject({ anchored: { missing: null } })
  expect(await once(contract, state)).toMatchObject({ code: 0 })
  const later = await once(contract, `${state}2`, '--from-block', String(blockNumber + 1))
  expect(later).toEqual({ code: 0, output: expect.stringContaining(': 0 anchors') })
  const nowhere = await once(`0x${'12'.repeat(20)}`, `${state}3`)
  expect(nowhere).toEqual({ code: 2, output: expect.stringContaining('There is no contract at 0x1212') })

  const origin = (await (await fetch(`${url}/checkpoint`)).text()).split('\n')[0] ?? ''
  const forger = await aForger(rpcUrl)
  await forger.anchor('another.example/log/lake', 1n, `0x${'11'.repeat(32)}`)
  await forger.anchor(origin, 1n, `0x${'11'.repeat(32)}`)
  const forged = await once(forger.contract, state)
  expect(forged).toEqual({
    code: 1,
    output: expect.stringMatching(/THE LOG FORKED: the chain has another head of 1 links/),
  })
  expect(JSON.parse(JSON.parse(await readFile(state, 'utf8')).forked)).toMatchObject({ size: 1, root: '11'.repeat(32) })
  expect(await once(contract, state)).toEqual({ code: 1, output: expect.stringContaining('forked earlier') })
}, 120_000)

test('an anchored head of more links than the log shows is waited for, and then named', async () => {
  const tenant = await aTenant()
  await anIssuedAsset(tenant, { quantity: 100 })
  const { chainRpcUrl: node } = inject('servers')
  const url = `${tenant.world.baseUrl}/log/${tenant.tenant.id}`
  await expect.poll(async () => (await fetch(`${url}/checkpoint`)).status).toBe(200)
  const origin = (await (await fetch(`${url}/checkpoint`)).text()).split('\n')[0] ?? ''
  const { contract, anchor } = await aForger(node)
  await anchor(origin, 5n, `0x${'11'.repeat(32)}`)
  const state = await aStateFile()
  const once = () => watch(url, '--state', state, '--once', '--node', node, '--contract', contract)
  for (let looked = 0; looked < 2; looked += 1) {
    expect(await once()).toEqual({ code: 0, output: expect.stringContaining('The head of 5 links in block') })
  }
  const seen = JSON.parse(await readFile(state, 'utf8'))
  seen.anchored.missing.since = new Date(Date.parse(seen.anchored.missing.since) - 7_200_000).toISOString()
  await writeFile(state, JSON.stringify(seen))
  expect(await once()).toEqual({
    code: 1,
    output: expect.stringMatching(/THE LOG HIDES LINKS: .* anchors 5, and it shows 1/),
  })
}, 60_000)

test('wrong arguments are refused with the usage', async () => {
  const log = 'https://a.example'
  const node = ['--node', 'https://b.example']
  const wrong = [
    [],
    ['nowhere'],
    [log, '--every', 'never'],
    [log, '--what'],
    [log, ...node],
    [log, ...node, '--contract', '0x1'],
  ]
  for (const args of wrong) {
    expect(await watch(...args)).toEqual({ code: 2, output: expect.stringContaining('npm run watch-log -- URL') })
  }
}, 60_000)
