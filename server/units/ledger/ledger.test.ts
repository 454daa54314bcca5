import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, failureOfDatabase, identifier, inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import { endDue } from '#server/units/pending/ending.ts'
import { end, proceed } from '#server/units/pending/pending.store.ts'
import type { PendingStage } from '#shared/rules/pending.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { ActWaits, aLedgerTenant, moved } from '#tests/kit/settled-ledger.ts'
import { linkPending } from './hash-chain.ts'
import { claim, transfer } from './movements.ts'
import { verifyLedger } from './verify-ledger.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
let sql: Database
beforeAll(async () => {
  database = await aDatabase()
  sql = database.sql
})
afterAll(() => database.drop())

type Act =
  | { kind: 'mint'; quantity: number }
  | { kind: 'mintTwo'; quantity: number }
  | { kind: 'transfer' | 'return' | 'claim' | 'burn'; asset: number; quantity: number }
  | { kind: 'setWaits'; stages: number }
  | { kind: 'decide'; decision: Decision; which: number }

/** Approve or accept, end, or let the time of the stage pass. */
type Decision = 'proceed' | 'end' | 'pass'

const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('mint' as const, 'mintTwo' as const),
      quantity: fc.integer({ min: 1, max: 1_000 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('transfer' as const, 'return' as const, 'claim' as const, 'burn' as const),
      asset: fc.nat({ max: 3 }),
      quantity: fc.integer({ min: 1, max: 700 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('setWaits' as const), stages: fc.nat({ max: 7 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      decision: fc.constantFrom('proceed' as const, 'end' as const, 'pass' as const),
      which: fc.nat({ max: 5 }),
    }),
  },
)
/** Acts of one group run concurrently. Half of the histories begin with no act that waits. */
const aHistory = fc.record({
  stages: fc.oneof(fc.constant(0), fc.nat({ max: 7 })),
  groups: fc.array(fc.array(anAct, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12, size: 'max' }),
})

type Tenant = Awaited<ReturnType<typeof aLedgerTenant>>

const order = (tenantId: string, key: string | null = null) => ({
  actor: {
    userId: 'tester',
    tenantId,
    accountIds: [],
    adminOf: [],
    isTenantAdmin: false,
    address: '::1',
    requestId: 'test',
  },
  idempotency: { key, requestHash: Buffer.alloc(32, 1) },
})

const failed = (facts: object, words: string) => {
  throw new Error(`${words}: ${JSON.stringify(facts)}`)
}
const log = { info: failed, warn: failed, error: failed }

/** Bits of `stages`: approval from 300 units, acceptance, time to undo. */
async function setWaits({ tenantId }: Tenant, stages: number): Promise<void> {
  const [from, accepts, minutes] = [stages & 1 ? 300 : null, (stages & 2) > 0, stages & 4 ? 10 : 0]
  await sql`
    update tenant set approval_from = ${from}, accepts_transfers = ${accepts}, undo_claims_minutes = ${minutes},
      undo_transfers_minutes = ${minutes} where id = ${tenantId}`
}

/** The acts' people: a colleague in each account, who is an admin of the registry too. */
const addColleagues = ({ tenantId }: Tenant) => sql`
  insert into app_user (tenant_id, username, account_id, email, groups, status)
  select ${tenantId}, 'colleague of ' || id, id, '', array[${`${tenantId}|TenantAdmin`}], 'ACTIVE'
  from account where tenant_id = ${tenantId}`

async function decide({ tenantId }: Tenant, decision: Decision, which: number): Promise<void> {
  const waiting = await sql<{ pendingId: string; waitsFor: PendingStage }[]>`
    select id as "pendingId", waits_for as "waitsFor" from pending_act
    where tenant_id = ${tenantId} and outcome is null order by prepared_at, id`
  const act = waiting[which % Math.max(waiting.length, 1)]
  if (!act) return
  const stage = { tenantId, ...act }
  if (decision === 'pass') {
    await sql`update pending_act set ends_at = now() where tenant_id = ${tenantId} and id = ${act.pendingId} and outcome is null`
    return endDue({ sql, log })
  }
  const work = (tx: Sql) =>
    decision === 'proceed'
      ? proceed(tx, stage, 'colleague')
      : end(tx, stage, { outcome: 'withdrawn', userId: 'tester', reason: null })
  await inTenant(sql, tenantId, async (tx) => void (await work(tx))).catch((error: unknown) => {
    expect(['conflict']).toContain(failureOfDatabase(error)?.code)
  })
}

async function attempt(tenant: Tenant, assets: string[], act: Act): Promise<void> {
  if (act.kind === 'setWaits') return setWaits(tenant, act.stages)
  if (act.kind === 'decide') return decide(tenant, act.decision, act.which)
  if (act.kind === 'mint') {
    assets.push((await tenant.mint(act.quantity)).assetId)
    return
  }
  if (act.kind === 'mintTwo') {
    const verified = [await tenant.verified(act.quantity), await tenant.verified(act.quantity)]
    await tenant.mintOf(verified.map((verificationId) => ({ verificationId, quantity: act.quantity })))
    return
  }
  const assetId = assets[act.asset % assets.length] ?? newId()
  const move = {
    transfer: () => tenant.transfer(assetId, act.quantity),
    return: () => tenant.giveBack(assetId, act.quantity),
    claim: () => tenant.claim(assetId, act.quantity, { from: act.quantity % 2 === 0 ? 'maker' : 'buyer' }),
    burn: () => tenant.burn(assetId, act.quantity),
  }[act.kind]
  await move().catch((error: unknown) => {
    if (error instanceof ActWaits) return
    expect(['insufficient_balance', 'not_found']).toContain(failureOfDatabase(error)?.code)
  })
}

/** Account and state of each unit, from the entries alone. */
async function replayed(tenantId: string): Promise<Map<string, bigint>> {
  const entries = await sql<
    {
      asset: string
      first: bigint
      last: bigint
      from: string | null
      fromState: string | null
      to: string
      toState: string
    }[]
  >`
    select e.asset_id as asset, lower(e.serials) as first, upper(e.serials) as last, e.from_account as "from",
      e.from_state as "fromState", e.to_account as "to", e.to_state as "toState"
    from entry e join transaction t on t.tenant_id = e.tenant_id and t.id = e.transaction_id
    where e.tenant_id = ${tenantId} order by t.sequence, e.ordinal`
  const hands = new Map<string, string>()
  for (const { asset, first, last, from, fromState, to, toState } of entries) {
    for (let serial = first; serial < last; serial += 1n) {
      const unit = `${asset}#${serial}`
      expect(hands.get(unit)).toBe(from === null ? undefined : `${from} ${fromState}`)
      hands.set(unit, `${to} ${toState}`)
    }
  }
  const sums = new Map<string, bigint>()
  for (const [unit, hand] of hands) {
    const key = `${unit.split('#')[0]} ${hand}`
    sums.set(key, (sums.get(key) ?? 0n) + 1n)
  }
  return sums
}

/** Locked units are held: a lock has no entry. */
async function inBlocks(tenantId: string): Promise<Map<string, bigint>> {
  const rows = await sql<{ key: string; quantity: bigint }[]>`
    select concat_ws(' ', asset_id, account_id, case state when 'locked' then 'held' else state end) as key, sum(upper(serials) - lower(serials))::bigint as quantity
    from block where tenant_id = ${tenantId} group by 1`
  return new Map(rows.map(({ key, quantity }) => [key, quantity]))
}

/** Adjacent held blocks of one account, which should be one. */
const crumbs = (tenantId: string) => sql`
  select a.serials, b.serials from block a join block b on b.tenant_id = a.tenant_id and b.asset_id = a.asset_id
    and b.account_id = a.account_id and b.state = a.state and lower(b.serials) = upper(a.serials)
  where a.tenant_id = ${tenantId} and a.state = 'held'`

/** Accounts and assets whose locked balance is not that of the acts that wait. */
const locksBeside = (tenantId: string) => sql`
  select l.* from (
    select b.account_id, b.asset_id, b.locked, (
      select coalesce(sum((i ->> 'quantity')::bigint), 0) from pending_act p, jsonb_array_elements(p.items) i
      where p.tenant_id = b.tenant_id and p.from_account = b.account_id and p.outcome is null and i ->> 'assetId' = b.asset_id) as waiting
    from balance b where b.tenant_id = ${tenantId}) l
  where l.locked <> l.waiting`

test('no history of movements, concurrent ones too, lets a unit be in two hands, get lost or go below zero', async () => {
  await fc.assert(
    fc.asyncProperty(aHistory, async ({ stages, groups }) => {
      const tenant = await aLedgerTenant(sql)
      await addColleagues(tenant)
      await setWaits(tenant, stages)
      const assets = [(await tenant.mint(2_000)).assetId]
      for (const group of groups) {
        await Promise.all(group.map((act) => attempt(tenant, assets, act)))
        expect(await sql`select * from ledger_faults(${tenant.tenantId})`).toEqual([])
      }
      await linkPending(sql)
      expect(await sql`select * from ledger_strays(${tenant.tenantId})`).toEqual([])
      expect(await inBlocks(tenant.tenantId)).toEqual(await replayed(tenant.tenantId))
      expect([...(await crumbs(tenant.tenantId))]).toEqual([])
      expect(await locksBeside(tenant.tenantId)).toEqual([])
      expect(await sql`select * from kept_sum_faults(${tenant.tenantId})`).toEqual([])
    }),
    { numRuns: 40 },
  )
}, 120_000)

test('a hundred buyers at once get what there is and not a unit more', async () => {
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(250)
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => tenant.transfer(assetId, 5)))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(50)
  const [balance] = await sql`select held from balance where tenant_id = ${tenant.tenantId} and account_id = 'buyer'`
  expect(balance).toEqual({ held: 250n })
  const [deadlocks] = await sql`select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toEqual({ deadlocks: 0n })
})

test('a repeated key moves once and answers the same, at the same time too', async () => {
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(100)
  const draft = { from: 'maker', to: 'buyer', items: [{ assetId, quantity: 10 }], reason: null }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => moved(transfer(sql, order(tenant.tenantId, 'a key'), draft))),
  )
  expect(new Set(answers.map((answer) => answer.transactionId)).size).toBe(1)
  const [balance] = await sql`select held from balance where tenant_id = ${tenant.tenantId} and account_id = 'buyer'`
  expect(balance).toEqual({ held: 10n })
})

test.each([
  ['maker', 'buyer'],
  ['buyer', 'maker'],
])('an asset that is not there is not found, from %s to %s', async (from, to) => {
  const tenant = await aLedgerTenant(sql)
  const move = { from, to, items: [{ assetId: newId(), quantity: 1 }], reason: null }
  const refused = await transfer(sql, order(tenant.tenantId), move).catch(failureOfDatabase)
  expect(refused).toMatchObject({ code: 'not_found' })
})

test('a refused movement leaves its key free for the corrected one', async () => {
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(10)
  const draft = (quantity: number) => ({ from: 'maker', to: 'buyer', items: [{ assetId, quantity }], reason: null })
  await expect(transfer(sql, order(tenant.tenantId, 'again'), draft(11))).rejects.toThrow('insufficient_balance')
  await expect(transfer(sql, order(tenant.tenantId, 'again'), draft(10))).resolves.toHaveProperty('transactionId')
})

test('entries, transactions and links are never changed', async () => {
  const tenant = await aLedgerTenant(sql)
  await tenant.mint(10)
  await linkPending(sql)
  for (const table of ['entry', 'transaction', 'ledger_link', 'audit_event']) {
    await expect(sql`delete from ${identifier(table)}`).rejects.toThrow('append-only')
    await expect(sql`truncate ${identifier(table)} cascade`).rejects.toThrow('append-only')
  }
  await expect(sql`update entry set to_account = 'buyer'`).rejects.toThrow('append-only')
})

test('two blocks with one serial number are refused by the database', async () => {
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(10)
  await expect(sql`
    insert into block select tenant_id, asset_id, series, int8range(10, 20), account_id, state, transaction_id
    from block where tenant_id = ${tenant.tenantId} and asset_id = ${assetId}`).rejects.toThrow(
    'block_serials_are_in_one_hand',
  )
})

test('the hash chain links every movement once, in order, and shows a change at its place', async () => {
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(100)
  await Promise.all(Array.from({ length: 20 }, () => tenant.transfer(assetId, 1)))
  await Promise.all([linkPending(sql), linkPending(sql)])
  const links = await sql`select sequence from ledger_link where tenant_id = ${tenant.tenantId} order by sequence`
  expect(links.map((link) => link.sequence)).toEqual(Array.from({ length: 21 }, (_, index) => BigInt(index + 1)))
  expect((await verifyLedger(sql, tenant.tenantId)).fault).toBeNull()

  await sql.begin(async (tx) => {
    await tx`alter table entry disable trigger entry_is_append_only`
    await tx`
      update entry set to_account = 'maker' where (tenant_id, transaction_id) in (
        select tenant_id, transaction_id from ledger_link where tenant_id = ${tenant.tenantId} and sequence = 7)`
    await tx`alter table entry enable trigger entry_is_append_only`
  })
  expect((await verifyLedger(sql, tenant.tenantId)).fault).toMatchObject({ sequence: 7n, of: 'link' })
})

test('a claim of several assets is one movement and takes each asset once', async () => {
  const tenant = await aLedgerTenant(sql)
  const [first, second] = [await tenant.mint(10), await tenant.mint(10)]
  const wording = {
    id: newId(),
    beneficiary_kind: 'organisation' as const,
    beneficiary_name: 'The lake',
    beneficiary_country: null,
    purpose: 'other',
    purpose_detail: '',
    period: null,
    country_of_consumption: null,
    note: '',
    note_is_public: true,
    notify_email: null,
    notify_language: null,
    own_reference: null,
    private_salt: null,
    verify_code: newId(),
  }
  const items = [
    { assetId: first.assetId, quantity: 3 },
    { assetId: second.assetId, quantity: 4 },
  ]
  const made = await moved(
    claim(sql, order(tenant.tenantId), { from: 'maker', items, wording, documentHash: Buffer.alloc(32, 2) }),
  )
  const [row] = await sql`select quantity from claim where tenant_id = ${tenant.tenantId} and id = ${made.claimId}`
  expect(row).toEqual({ quantity: 7n })
  const twice = [items[0] ?? { assetId: '', quantity: 1 }, items[0] ?? { assetId: '', quantity: 1 }]
  await expect(
    claim(sql, order(tenant.tenantId), {
      from: 'maker',
      items: twice,
      wording: { ...wording, id: newId(), verify_code: newId() },
      documentHash: Buffer.alloc(32),
    }),
  ).rejects.toThrow('invalid')
})
