import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { balancesAt, connectChain, headOf } from '#server/infra/chain/chain.ts'
import { type ChainEvent, eventsBetween } from '#server/infra/chain/events.ts'
import { aNodeBefore, type Temper } from '#tests/kit/node-proxy.ts'
import {
  aLedgerTenant,
  aSettledLedger,
  onDemand,
  passUntil,
  reconciled,
  type SettledLedger,
} from '#tests/kit/settled-ledger.ts'
import { contractOf } from './chain-transactions.store.ts'
import { lastReconciliation, settlementProgress } from './record.ts'
import { settleOnce } from './settler.ts'

const chainId = 31337

/** The node refuses what `temper` says. */
async function aLedgerBefore(temper: Temper, confirmations = 3) {
  const nodes: Awaited<ReturnType<typeof aNodeBefore>>[] = []
  const ledger = await aSettledLedger({
    confirmations,
    blockTimeMs: onDemand,
    through: async (rpcUrl) => {
      nodes.push(await aNodeBefore(rpcUrl, temper))
      return nodes.at(-1)?.rpcUrl ?? rpcUrl
    },
  })
  return { ledger, tenant: await aLedgerTenant(ledger.sql), requestedOf: () => nodes.at(-1)?.requested ?? [] }
}

async function allEvents(ledger: SettledLedger, rpcUrl: string): Promise<ChainEvent[]> {
  const chain = connectChain({ rpcUrl, operatorKey: `0x${'1'.repeat(64)}`, confirmations: 1 })
  const contract = await contractOf(ledger.sql, chainId)
  const all: ChainEvent[] = []
  const parts = eventsBetween(chain, [contract!.address], 0n, (await headOf(chain)).number)
  for await (const { events } of parts) all.push(...events)
  return all
}

test('other calls at the same moment do not wait for a slow read of balances', async () => {
  const held = Promise.withResolvers<void>()
  const { ledger, tenant } = await aLedgerBefore({ balancesAfter: held.promise })
  await tenant.mint(1)
  await passUntil(ledger, async () => (await settlementProgress(ledger.sql, tenant.tenantId)).confirmed === 1)
  const { chain, sql } = ledger.deps
  const contract = await contractOf(sql, chainId)
  const holder = chain.operator.address
  const balances = balancesAt(chain, contract!.address, [{ holder, tokenId: 1n }], 1n)
  const head = await headOf(chain)
  expect(head.number).toBeGreaterThan(0n)
  held.resolve()
  expect(await balances).toEqual([0n])
})

test('a node that refuses wide ranges or large answers gets smaller queries, then larger ones again', async () => {
  const { ledger, tenant } = await aLedgerBefore({})
  const { assetId } = await tenant.mint(100)
  for (let moved = 0; moved < 10; moved += 1) {
    await tenant.transfer(assetId, 1)
    await settleOnce(ledger.deps)
    await ledger.rpc('evm_mine')
  }
  await ledger.rpc('anvil_mine', '0x60')
  const { rpcUrl } = ledger.node()
  const events = await allEvents(ledger, rpcUrl)
  expect(events.length).toBeGreaterThan(10)

  const narrow = await aNodeBefore(rpcUrl, { mostBlocks: 20 })
  expect(await allEvents(ledger, narrow.rpcUrl)).toEqual(events)
  const answered = narrow.requested.filter((blocks) => blocks <= 20)
  expect(Math.max(...answered)).toBeGreaterThan(Math.min(...answered.slice(0, -1)))

  const small = await aNodeBefore(rpcUrl, { mostBytes: 10_000 })
  expect(await allEvents(ledger, small.rpcUrl)).toEqual(events)
  expect(Math.min(...small.requested)).toBeLessThan(20)

  const large = await aNodeBefore(rpcUrl, { addedBytes: 20_000_000 })
  expect(await allEvents(ledger, large.rpcUrl)).toEqual(events)
}, 60_000)

test('a chain that has lost its state is rebuilt through a node that refuses wide ranges and large answers', async () => {
  const temper: Temper = {}
  const { ledger, tenant, requestedOf } = await aLedgerBefore(temper)
  const { assetId } = await tenant.mint(1_000)
  const batches = 40
  const settled = (count: number) =>
    passUntil(ledger, async () => (await settlementProgress(ledger.sql, tenant.tenantId)).confirmed === count)
  for (let made = 1; made <= batches; made += 1) {
    await tenant.transfer(assetId, 1)
    await settleOnce(ledger.deps)
    await ledger.rpc('evm_mine')
  }
  await settled(batches + 1)

  Object.assign(temper, { mostBlocks: 5, mostBytes: 25_000_000, addedBytes: 1_000_000 } satisfies Temper)
  await ledger.restartNode((folder) => rm(join(folder, 'state-000001.json')))
  await settleOnce(ledger.deps)
  for (let mined = 0; mined < batches; mined += 1) await ledger.rpc('evm_mine')
  await settled(batches + 1)
  expect(Math.max(...requestedOf())).toBeGreaterThan(5)
  await reconciled(ledger)
  expect(await lastReconciliation(ledger.sql, tenant.tenantId)).toMatchObject({ agreed: true })
}, 120_000)

test('a chain that drops a batch while it is being concluded is no fault of the contract, and gets it again', async () => {
  const temper: Temper = {}
  const { ledger, tenant } = await aLedgerBefore(temper)
  await tenant.mint(10)
  temper.beforeExecuted = () => ledger.rpc('anvil_rollback', ledger.deps.chain.confirmations)
  await passUntil(ledger, async () => (await settlementProgress(ledger.sql, tenant.tenantId)).confirmed === 1)
  expect(temper.beforeExecuted).toBe(undefined)
  expect(ledger.logged).toContainEqual(expect.stringContaining('The chain dropped blocks'))
  expect(ledger.logged).not.toContainEqual(expect.stringContaining('The contract does not know'))
  await reconciled(ledger)
  expect(await lastReconciliation(ledger.sql, tenant.tenantId)).toMatchObject({ agreed: true })
})

test('a node that counts what waits for the next block has displaced nothing, where one block makes a batch final', async () => {
  const { ledger, tenant } = await aLedgerBefore({ readsAhead: true }, 1)
  const { assetId } = await tenant.mint(10)
  await passUntil(ledger, async () => (await settlementProgress(ledger.sql, tenant.tenantId)).confirmed === 1)
  await tenant.transfer(assetId, 3)
  for (let passed = 0; passed < 3; passed += 1) await settleOnce(ledger.deps)
  expect(await settlementProgress(ledger.sql, tenant.tenantId)).toMatchObject({ submitted: 1, confirmed: 1 })
  expect(ledger.logged).not.toContainEqual(expect.stringContaining('used a nonce of ours'))
  await passUntil(ledger, async () => (await settlementProgress(ledger.sql, tenant.tenantId)).confirmed === 2)
  await ledger.rpc('evm_mine')
  await settleOnce(ledger.deps)
  await reconciled(ledger)
  expect(await lastReconciliation(ledger.sql, tenant.tenantId)).toMatchObject({ agreed: true })
})

test('a node of another chain stops only settlement: one log line reports it, and the right node resumes it', async () => {
  const temper: Temper = {}
  const { ledger, tenant } = await aLedgerBefore(temper)
  const { assetId } = await tenant.mint(10)
  await passUntil(ledger, async () => (await settlementProgress(ledger.sql, tenant.tenantId)).confirmed === 1)
  temper.chainId = 1
  const settlement = ledger.settler()
  await tenant.transfer(assetId, 3)
  for (let round = 0; round < 2; round += 1) {
    await expect(settlement.pass()).rejects.toMatchObject({ code: 'unavailable' })
  }
  expect(ledger.logged.filter((line) => line.includes('Settlement stands still'))).toEqual([
    expect.stringContaining(
      'settled on chain 31337, but its node is one of chain 1. Let CHAIN_RPC_URL lead to chain 31337',
    ),
  ])
  delete temper.chainId
  for (let mined = 0; mined < 5; mined += 1) {
    await settlement.pass()
    await ledger.rpc('evm_mine')
  }
  await settlement.pass()
  expect(await settlementProgress(ledger.sql, tenant.tenantId)).toMatchObject({ confirmed: 2 })
}, 60_000)
