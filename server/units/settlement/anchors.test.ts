import { parseEventLogs } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { feesOf, headOf, nonceOf } from '#server/infra/chain/chain.ts'
import { abi } from '#server/infra/chain/contract.ts'
import { type Hex, logRef } from '#server/infra/chain/derive.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import { growLogs } from '#server/units/ledger/log-growth.ts'
import {
  aLedgerTenant,
  aSettledLedger,
  type LedgerTenant,
  onDemand,
  passUntil,
  type SettledLedger,
} from '#tests/kit/settled-ledger.ts'
import { dueHeads } from './anchors.store.ts'
import { storeAnchor } from './anchors.ts'
import { contractOf } from './chain-transactions.store.ts'
import { settleOnce } from './settler.ts'

const chainId = 31337
const publicUrl = 'https://registry.test'
let ledger: SettledLedger
let tenant: LedgerTenant

beforeEach(async () => {
  ledger = await aSettledLedger({ blockTimeMs: onDemand })
  tenant = await aLedgerTenant(ledger.sql)
  await passUntil(ledger, async () => (await contractOf(ledger.sql, chainId))?.minedIn != null)
})

/** A movement whose link is under a signed head. */
async function aHead() {
  await tenant.mint(10)
  await linkPending(ledger.sql)
  await growLogs(ledger.sql, publicUrl)
}

async function contractAddress() {
  const contract = await contractOf(ledger.sql, chainId)
  if (!contract) throw new Error('There is no contract.')
  return contract.address
}

/** The log's events on the chain. */
async function anchorsOnChain() {
  const address = await contractAddress()
  const logs = await ledger.deps.chain.client.getLogs({ address, fromBlock: 0n })
  return parseEventLogs({ abi, logs, eventName: 'Anchored' }).map(({ args, transactionHash }) => ({
    ...args,
    transactionHash,
  }))
}

const anchorRows = () => ledger.sql<{ size: bigint; state: string; hash: Hex }[]>`
  select a.size, c.state, c.hash from log_anchor a join chain_transaction c on c.id = a.chain_transaction_id
  order by a.size`

const allFinal = (count: number) =>
  passUntil(ledger, async () => {
    const rows = await anchorRows()
    return rows.length === count && rows.every(({ state }) => state === 'final')
  })

const aDayLater = () => ledger.sql`update log_anchor set signed_at = signed_at - interval '1 day'`

test('the newest head is anchored once a day, and only if it grew', async () => {
  await aHead()
  await allFinal(1)
  const [head] = await ledger.sql<{ root: Hex }[]>`select '0x' || encode(root, 'hex') as root from log_head`
  const log = logRef(`registry.test/log/${tenant.tenantId}`)
  expect(await anchorsOnChain()).toMatchObject([{ log, size: 1n, root: head?.root }])

  await aHead()
  await settleOnce(ledger.deps)
  expect(await anchorRows()).toHaveLength(1)
  await aDayLater()
  await allFinal(2)
  expect((await anchorsOnChain()).map(({ size }) => size)).toEqual([1n, 2n])

  await aDayLater()
  await settleOnce(ledger.deps)
  expect(await anchorRows()).toHaveLength(2)
})

describe('an anchor', () => {
  test('that a killed settler stored but did not send is sent by the next, the same bytes', async () => {
    await aHead()
    const { deps, sql } = ledger
    const [due] = await dueHeads(sql, await contractAddress(), 1)
    if (!due) throw new Error('No head is due.')
    const nonce = await nonceOf(deps.chain, deps.chain.operator.address, 'latest')
    const moment = { chainId, head: await headOf(deps.chain) }
    const signed = await storeAnchor(
      deps,
      moment,
      { nonce, fees: await feesOf(deps.chain) },
      await contractAddress(),
      due,
    )
    await allFinal(1)
    expect((await anchorsOnChain()).map(({ transactionHash }) => transactionHash)).toEqual([signed.hash])
  })

  test('that the chain dropped with its blocks is there again, once', async () => {
    await aHead()
    await allFinal(1)
    const before = await anchorRows()
    await ledger.rpc('anvil_rollback', 4)
    await settleOnce(ledger.deps)
    expect(await anchorRows()).toMatchObject([{ state: 'signed', hash: null }])
    await allFinal(1)
    expect(await anchorRows()).toEqual(before)
    expect(await anchorsOnChain()).toHaveLength(1)
  })

  test('that the contract refuses is logged, and waits for the next day', async () => {
    await aHead()
    await aHead()
    const { deps, sql } = ledger
    const [due] = await dueHeads(sql, await contractAddress(), 1)
    if (!due) throw new Error('No head is due.')
    await allFinal(1)
    const nonce = await nonceOf(deps.chain, deps.chain.operator.address, 'latest')
    const moment = { chainId, head: await headOf(deps.chain) }
    const slot = { nonce, fees: await feesOf(deps.chain) }
    await storeAnchor(deps, moment, slot, await contractAddress(), { ...due, root: `0x${'11'.repeat(32)}` })
    await allFinal(2)
    expect(ledger.logged.join('\n')).toContain('The contract refused the head of a log.')
    expect(await anchorsOnChain()).toHaveLength(1)
    await settleOnce(deps)
    expect(await anchorRows()).toHaveLength(2)
  })
})
