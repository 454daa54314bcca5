import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkProof } from '#proof/check.ts'
import { readCheckpoint, readVerifierKey } from '#proof/checkpoint.ts'
import { noHash } from '#proof/movement.ts'
import { proofFile } from '#proof/proof-file.ts'
import { isConsistent, leafHash, rangeHash } from '#proof/tree.ts'
import { logRef } from '#server/infra/chain/derive.ts'
import { readAnchors, readConsistency, readProof } from '#shared/contract/transactions.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const published = z.object({ logs: z.array(z.object({ tenantId: z.string(), url: z.string(), key: z.string() })) })

/** The log of a registry as outsiders read it: by plain GET. */
async function logOf({ world, tenant }: TenantOfTest) {
  const keys = await fetch(`${world.baseUrl}/.well-known/registry-logs`).then((response) => response.json())
  const log = published.parse(keys).logs.find(({ tenantId }) => tenantId === tenant.id)
  const verifier = readVerifierKey(log?.key ?? '')
  if (!log || !verifier) throw new Error('The log has no key.')
  const get = (path: string) => fetch(`${log.url}/${path}`)
  return {
    ...log,
    get,
    bytes: async (path: string) => Buffer.from(await (await get(path)).arrayBuffer()),
    head: async () => readCheckpoint(await (await get('checkpoint')).text(), verifier),
  }
}

async function aLogOfThree() {
  const tenant = await aTenant()
  const { assetId, transaction } = await anIssuedAsset(tenant, { quantity: 100 })
  for (const quantity of [1, 2]) await transferred(tenant, { assetId, quantity, toAccountId: 'buyer' })
  const proofOf = () =>
    tenant.visitor.call(readProof, {
      params: { transactionId: transaction.transactionId },
      query: { tenantId: tenant.tenant.id },
    })
  await tenant.world.linked()
  return { tenant, proofOf, log: await logOf(tenant) }
}

test('a proof holds with the published key, and the tiles are the tree that the head has signed', async () => {
  const { proofOf, log } = await aLogOfThree()
  const proof = await proofOf()
  expect(checkProof(proof, log.key).filter(({ holds }) => !holds)).toEqual([])
  const head = await log.head()
  expect(head).toMatchObject({ size: 3, origin: log.url.replace(/^https?:\/\//, '') })

  const row = await log.bytes('tile/0/000.p/3')
  const hashes = Array.from({ length: 3 }, (_, at) => row.subarray(32 * at, 32 * at + 32).toString('hex'))
  const [left = '', right = '', last = ''] = hashes
  expect(rangeHash([rangeHash([left, right]), last])).toBe(head?.root)
  const entries = await log.bytes('tile/entries/000.p/3')
  const lines = (await log.bytes('movements/000.p/3')).toString().trimEnd().split('\n')
  let previousHash = noHash
  for (const [at, line] of lines.entries()) {
    const movement = { ...proofFile.omit({ log: true }).parse(JSON.parse(line)), log: null }
    expect(checkProof(movement).filter(({ holds }) => !holds)).toEqual([])
    expect(movement.link).toMatchObject({ sequence: at + 1, previousHash })
    expect(entries.subarray(34 * at, 34 * at + 34)).toEqual(Buffer.from(`0020${movement.link.hash}`, 'hex'))
    expect(leafHash(movement.link.hash)).toBe(hashes[at])
    previousHash = movement.link.hash
  }
  expect(lines).toHaveLength(3)
})

test('earlier heads are consistent with later ones', async () => {
  const { tenant, log } = await aLogOfThree()
  const query = { tenantId: tenant.tenant.id, from: 2, to: 3 }
  const { path } = await tenant.visitor.call(readConsistency, { query })
  const row = await log.bytes('tile/0/000.p/2')
  const root = rangeHash([row.subarray(0, 32).toString('hex'), row.subarray(32).toString('hex')])
  const head = await log.head()
  expect(head && isConsistent({ size: 2, root }, head, path)).toBe(true)
  expect(await tenant.visitor.call(readConsistency, { query: { ...query, from: 3 } })).toEqual({ path: [] })
  for (const wrong of [
    { from: 3, to: 2 },
    { from: 1, to: 4 },
  ]) {
    await expect(tenant.visitor.call(readConsistency, { query: { ...query, ...wrong } })).rejects.toMatchObject({
      status: 400,
    })
  }
})

test('says where its head is on the chain', async () => {
  const { tenant, log } = await aLogOfThree()
  const query = { tenantId: tenant.tenant.id }
  const found = () => tenant.visitor.call(readAnchors, { query })
  await expect.poll(() => found().then(({ anchors }) => anchors.length), { timeout: 20_000 }).toBeGreaterThan(0)
  const { log: ref, anchors } = await found()
  expect(ref).toBe(logRef(log.url.replace(/^https?:\/\//, '')))
  const [anchor] = anchors
  const size = anchor?.size ?? 0
  const row = await log.bytes(`tile/0/000.p/${size}`)
  const hashes = Array.from({ length: size }, (_, at) => row.subarray(32 * at, 32 * at + 32).toString('hex'))
  const roots = [hashes[0], rangeHash(hashes.slice(0, 2)), rangeHash([rangeHash(hashes.slice(0, 2)), hashes[2] ?? ''])]
  expect(anchor?.root).toBe(roots[size - 1])
  expect(anchor).toMatchObject({ chainId: 31337, transactionHash: expect.stringMatching(/^0x/) })
})

test('what the log does not have is not found, and what it has never changes', async () => {
  const { log } = await aLogOfThree()
  for (const path of [
    'tile/0/000',
    'tile/0/000.p/4',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/1/000.p/1',
    'tile/7/000.p/1',
    'tile/0/001.p/1',
    'tile/0/0',
    'tile/0/x000/000/000',
    'tile/entries/000.p/4',
    'movements/000',
    'tile/movements/000.p/1',
    'key',
    '',
  ]) {
    expect((await log.get(path)).status, path).toBe(404)
  }
  expect((await log.get('tile/0/000.p/3')).headers.get('cache-control')).toContain('immutable')
  expect((await log.get('checkpoint')).headers.get('cache-control')).toBe('no-cache')
  expect((await fetch(log.url.replace(/[^/]+$/, 'nowhere/checkpoint'))).status).toBe(404)
})
