import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Abi, createWalletClient, http, keccak256, parseAbi, toHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { balancesAt, broadcast, feesOf, headOf, isPaused, nonceOf, suppliesAt } from '#server/infra/chain/chain.ts'
import { abi } from '#server/infra/chain/contract.ts'
import { type Address, accountRef, custodyAddress, tokenId } from '#server/infra/chain/derive.ts'
import { eventsBetween } from '#server/infra/chain/events.ts'
import { signVoid } from '#server/infra/chain/sign.ts'
import { issuedWithToken } from '#server/public/token-facts/token-facts.store.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import { growLogs } from '#server/units/ledger/log-growth.ts'
import { theFirstContract } from '#tests/kit/first-contract.ts'
import { mortal } from '#tests/kit/mortal.ts'
import {
  aLedgerTenant,
  aSettledLedger,
  type LedgerTenant,
  onDemand,
  passUntil,
  reconciled,
  type SettledLedger,
} from '#tests/kit/settled-ledger.ts'
import { contractOf, contractsOn } from './chain-transactions.store.ts'
import { knownContracts } from './contracts.store.ts'
import { giveMoveUp, insertMove, lastMove } from './moves.store.ts'
import { lastReconciliation, publicRecord, settlementProgress } from './record.ts'
import { settleOnce } from './settler.ts'

const chainId = 31337
/** Two batches of holdings. */
const assets = 120

let ledger: SettledLedger
let first: Address
let tenant: LedgerTenant
let moved: { assetId: string; transactionId: string }

beforeEach(async () => {
  ledger = await aSettledLedger({ blockTimeMs: onDemand })
  first = await theFirstContract(ledger)
  tenant = await aLedgerTenant(ledger.sql)
  moved = await tenant.mint(100)
  await tenant.transfer(moved.assetId, 40)
  await tenant.claim(moved.assetId, 15)
  await tenant.burn(moved.assetId, 5)
  const gone = await tenant.mint(10)
  await tenant.claim(gone.assetId, 10, { from: 'maker' })
  const verified: string[] = []
  for (let made = 0; made < assets; made += 1) verified.push(await tenant.verified(7))
  await tenant.mintOf(verified.map((verificationId) => ({ verificationId, quantity: 7 })))
  await ledger.sql`
    update balance set held = held - 3, locked = locked + 3 where asset_id = ${moved.assetId} and account_id = 'maker'`
  const other = await aLedgerTenant(ledger.sql)
  await other.transfer((await other.mint(20)).assetId, 8)
  await passUntil(ledger, isSettled)
})

async function isSettled(): Promise<boolean> {
  const [row] = await ledger.sql<{ count: number }[]>`
    select count(*)::int as count from settlement where state in ('recorded', 'submitted')`
  const [open] = await ledger.sql<{ count: number }[]>`
    select count(*)::int as count from chain_transaction where state in ('signed', 'mined')`
  return row?.count === 0 && open?.count === 0
}

const move = () => insertMove(ledger.sql, chainId, first, 'tester')
const stateOfMove = async () => (await lastMove(ledger.sql))?.state
const isDone = async () => (await stateOfMove()) === 'done'
const isSent = async () => ((await lastMove(ledger.sql))?.sent ?? 0) > 0
const newest = async () => (await contractsOn(ledger.sql, chainId))[0] ?? first
const current = async () => (await contractOf(ledger.sql, chainId))?.address ?? first

/** Ids of the ledger's holdings, and what a contract has of them: units, and the supply of each token id. */
async function holdingsOn(contract: Address) {
  const rows = await ledger.sql<{ tenantId: string; assetId: string; accountId: string }[]>`
    select tenant_id as "tenantId", asset_id as "assetId", account_id as "accountId" from balance
    order by tenant_id, asset_id, account_id`
  const { chain } = ledger.deps
  const { number } = await headOf(chain)
  const holdings = rows.map(({ tenantId, assetId, accountId }) => ({
    holder: custodyAddress(accountRef(tenantId, accountId)),
    tokenId: tokenId(tenantId, assetId),
  }))
  const tokens = holdings.map(({ tokenId: id }) => id)
  return {
    balances: await balancesAt(chain, contract, holdings, number),
    supplies: await suppliesAt(chain, contract, tokens, number),
  }
}

async function ledgerUnits(): Promise<bigint[]> {
  const rows = await ledger.sql<{ units: bigint }[]>`
    select (held + locked)::bigint as units from balance order by tenant_id, asset_id, account_id`
  return rows.map(({ units }) => units)
}

/** Each holding is on the newer contract once: balances, supplies and the sum of its mints are those of the earlier one. */
async function expectAllMoved() {
  const newer = await current()
  expect(newer).not.toBe(first)
  const [before, after] = [await holdingsOn(first), await holdingsOn(newer)]
  expect(after).toEqual(before)
  expect(after.balances).toEqual(await ledgerUnits())
  const minted = new Map<bigint, bigint>()
  const { number } = await headOf(ledger.deps.chain)
  for await (const { events } of eventsBetween(ledger.deps.chain, [newer], 0n, number)) {
    for (const { kind, tokenId: id, amount } of events) {
      if (kind === 'mint') minted.set(id, (minted.get(id) ?? 0n) + amount)
    }
  }
  const [issued] = await ledger.sql<{ sum: bigint }[]>`select sum(issued)::bigint as sum from asset`
  expect([...minted.values()].reduce((sum, amount) => sum + amount, 0n)).toBe(issued?.sum)
  expect(await isPaused(ledger.deps.chain, first)).toBe(true)
  await expectAgreement()
}

async function expectAgreement() {
  await reconciled(ledger)
  expect(await lastReconciliation(ledger.sql, tenant.tenantId)).toMatchObject({ agreed: true, mismatches: [] })
}

const recordOf = (transactionId: string) =>
  publicRecord({ sql: ledger.sql, chain: ledger.deps.chain }, tenant.tenantId, transactionId)

describe('a move', () => {
  test('takes all holdings to the newer contract, where settlement and anchors go on', async () => {
    await move()
    await settleOnce(ledger.deps)
    const { transactionId } = await tenant.transfer(moved.assetId, 2)
    await passUntil(ledger, async () => {
      expect((await settlementProgress(ledger.sql, tenant.tenantId)).recorded).toBeLessThanOrEqual(1)
      return isDone()
    })
    const before = await holdingsOn(first)
    expect(await holdingsOn(await current())).toEqual(before)
    expect(await knownContracts(ledger.sql)).toMatchObject([
      { address: await current(), role: 'current' },
      { address: first, role: 'earlier' },
    ])
    const [token] = await issuedWithToken(
      ledger.sql,
      tokenId(tenant.tenantId, moved.assetId).toString(16).padStart(64, '0'),
    )
    expect(token).toMatchObject({ assetId: moved.assetId, issued: 100n, retired: 15n, cancelled: 5n })

    await linkPending(ledger.sql)
    await growLogs(ledger.sql, 'https://registry.test')
    await passUntil(ledger, isSettled)
    expect((await recordOf(transactionId))?.chain?.contract).toBe(await current())
    expect((await recordOf(moved.transactionId))?.chain?.contract).toBe(first)
    const anchored = await ledger.sql<{ contract: string }[]>`
      select c.contract from log_anchor a join chain_transaction c on c.id = a.chain_transaction_id where succeeded`
    expect(anchored).toContainEqual({ contract: await current() })
    expect(await holdingsOn(first)).toEqual(before)
    await expectAgreement()
  })

  test('first makes final what was sent, and leaves a parked movement to be tried on the newer contract', async () => {
    const { transactionId } = await tenant.transfer(moved.assetId, 1)
    await linkPending(ledger.sql)
    await ledger.sql`update settlement set state = 'parked', reason = 'a test' where transaction_id = ${transactionId}`
    const sent = await tenant.transfer(moved.assetId, 2)
    await settleOnce(ledger.deps)
    await move()
    await passUntil(ledger, isDone)
    expect((await recordOf(sent.transactionId))?.chain?.contract).toBe(first)
    await expectAgreement()
    await ledger.sql`
      update settlement set state = 'recorded', reason = null, refusals = 1 where transaction_id = ${transactionId}`
    await passUntil(ledger, isSettled)
    expect((await recordOf(transactionId))?.chain?.contract).toBe(await current())
    await expectAgreement()
  })

  test('survives a settler that is killed before each of its calls of database and node', async () => {
    await move()
    let kills = 0
    for (let passed = 0; passed < 60 && !(await isDone()); passed += 1) {
      for (let calls = 1; ; calls += 1) {
        const { deps, wasKilled } = mortal(ledger.deps, calls)
        await settleOnce(deps).catch((error: unknown) => {
          if (!wasKilled()) throw error
        })
        if (!wasKilled()) break
        kills += 1
      }
      await ledger.rpc('evm_mine')
    }
    expect(kills).toBeGreaterThan(100)
    await expectAllMoved()
  }, 120_000)

  test('survives a chain that drops blocks and transactions at each stage', async () => {
    await move()
    for (let turn = 1; turn < 200 && !(await isDone()); turn += 1) {
      await settleOnce(ledger.deps)
      await ledger.rpc('evm_mine')
      if (turn % 5 === 0) await ledger.rpc('anvil_rollback', 1 + (turn % 4))
      if (turn % 7 === 0) await ledger.rpc('anvil_reorg', 2, [])
      if (turn % 3 === 0) await ledger.rpc('anvil_dropAllTransactions')
    }
    await expectAllMoved()
    await ledger.rpc('anvil_rollback', 10)
    await passUntil(ledger, isSettled)
    await expectAllMoved()
    await ledger.restartNode((folder) => rm(join(folder, 'state-000001.json')))
    await passUntil(ledger, isSettled)
    await expectAllMoved()
  }, 120_000)

  test('sends holdings of a failed batch again, and uses up its nonce if the chain forgets it', async () => {
    await move()
    await passUntil(ledger, isSent)
    const newer = await newest()
    const code = await ledger.rpc('eth_getCode', newer, 'latest')
    await ledger.rpc('anvil_setCode', newer, '0x60006000fd')
    await ledger.rpc('evm_mine')
    await ledger.rpc('anvil_setCode', newer, code)
    await passUntil(ledger, isDone)
    expect(ledger.logged.join()).toContain('The contract refused a batch')
    await expectAllMoved()
    await ledger.rpc('anvil_rollback', 12)
    await passUntil(ledger, isSettled)
    await expectAllMoved()
    const voids = await ledger.sql`select from chain_signature where is_void`
    expect(voids.count).toBe(2)
  }, 60_000)

  test('sends holdings again where somebody else used the nonce of their batch', async () => {
    await move()
    await passUntil(ledger, isSent)
    await ledger.rpc('anvil_dropAllTransactions')
    const { chain } = ledger.deps
    const nonce = await nonceOf(chain, chain.operator.address, 'latest')
    await broadcast(chain, (await signVoid(chain, { chainId, nonce, fees: await feesOf(chain) })).raw)
    await ledger.rpc('evm_mine')
    await passUntil(ledger, isDone)
    expect(ledger.logged.join()).toContain('Another transaction used a nonce of ours')
    await expectAllMoved()
  }, 60_000)

  test('is made once by two servers at the same time', async () => {
    await move()
    for (let turn = 0; turn < 60 && !(await isDone()); turn += 1) {
      await Promise.allSettled([settleOnce(ledger.deps), settleOnce(ledger.deps)])
      await ledger.rpc('evm_mine')
    }
    await passUntil(ledger, isSettled)
    expect(await contractsOn(ledger.sql, chainId)).toHaveLength(2)
    await expectAllMoved()
  }, 60_000)

  test('waits for somebody to pause the earlier contract if the operator may not', async () => {
    const { chain } = ledger.deps
    const pauser = keccak256(toHex('PAUSER_ROLE'))
    const roles = parseAbi(['function grantRole(bytes32, address)', 'function renounceRole(bytes32, address)'])
    const other = privateKeyToAccount(generatePrivateKey())
    await ledger.rpc('anvil_setBalance', other.address, '0xde0b6b3a7640000')
    const as = (account: PrivateKeyAccount) => {
      const client = createWalletClient({ account, transport: http(ledger.node().rpcUrl) })
      return async (call: { abi: Abi; functionName: string; args?: unknown[] }) => {
        await client.writeContract({ ...call, chain: null, address: first, gas: 100_000n })
        await ledger.rpc('evm_mine')
      }
    }
    await as(chain.operator)({ abi: roles, functionName: 'grantRole', args: [pauser, other.address] })
    await as(chain.operator)({ abi: roles, functionName: 'renounceRole', args: [pauser, chain.operator.address] })
    await move()
    await expect(passUntil(ledger, isDone)).rejects.toThrow(/refuses to pause\. AccessControlUnauthorizedAccount/)
    await as(other)({ abi, functionName: 'pause' })
    await passUntil(ledger, isDone)
    await expectAllMoved()
  }, 60_000)

  test('waits while the earlier contract differs from the ledger', async () => {
    await ledger.sql`
      update balance set held = held + 1 where asset_id = ${moved.assetId} and account_id = 'maker'`
    await move()
    await expect(passUntil(ledger, isDone)).rejects.toThrow('the earlier contract differs from the ledger')
    expect(await lastMove(ledger.sql)).toMatchObject({ state: 'moving', isListed: false })
    expect(await current()).toBe(first)
  })
})

describe('a move that is given up', () => {
  test('halfway resumes the earlier contract and pauses the other; a second one begins anew', async () => {
    await move()
    await passUntil(ledger, isSent)
    const halfway = await newest()
    expect(await giveMoveUp(ledger.sql)).toBe(true)
    await passUntil(ledger, async () => (await stateOfMove()) === 'returned')
    expect(await current()).toBe(first)
    expect(await isPaused(ledger.deps.chain, halfway)).toBe(true)
    const { transactionId } = await tenant.transfer(moved.assetId, 2)
    await passUntil(ledger, isSettled)
    expect((await recordOf(transactionId))?.chain?.contract).toBe(first)
    await expectAgreement()

    await move()
    await passUntil(ledger, isDone)
    await expectAllMoved()
    expect(await current()).not.toBe(halfway)
    expect(await giveMoveUp(ledger.sql)).toBe(false)
  })
})
