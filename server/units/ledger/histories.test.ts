import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, failureOfDatabase, inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import { deleteStop, endWaiting, lockMovements, saveStop } from '#server/people/stops/stops.store.ts'
import { endDue } from '#server/units/pending/ending.ts'
import { end, proceed } from '#server/units/pending/pending.store.ts'
import type { PendingStage } from '#shared/rules/pending.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { ActWaits, aLedgerTenant } from '#tests/kit/settled-ledger.ts'
import { linkPending } from './hash-chain.ts'

/** Of about twenty steps each. */
const histories = Number(process.env.HISTORIES ?? 40)

let database: Awaited<ReturnType<typeof aDatabase>>
let sql: Database
beforeAll(async () => {
  database = await aDatabase()
  sql = database.sql
})
afterAll(() => database.drop())

type Act =
  | { kind: 'mint' | 'mintTwo' | 'mintTwice'; quantity: number }
  | { kind: 'transfer' | 'return' | 'claim' | 'burn'; asset: number; quantity: number }
  | { kind: 'setWaits'; stages: number }
  | { kind: 'setCap'; cap: number | null }
  | { kind: 'decide'; decision: Decision; which: number }
  | { kind: 'stop' | 'lift'; account: 'maker' | 'buyer' }

/** Approve or accept, end, or let the time of the stage pass. */
type Decision = 'proceed' | 'end' | 'pass'

const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('mint' as const, 'mintTwo' as const, 'mintTwice' as const),
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
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('setCap' as const), cap: fc.constantFrom(null, 400, 1_500) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      decision: fc.constantFrom('proceed' as const, 'end' as const, 'pass' as const),
      which: fc.nat({ max: 5 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('stop' as const, 'lift' as const),
      account: fc.constantFrom('maker' as const, 'buyer' as const),
    }),
  },
)
/** Acts of one group run concurrently. Half of the histories begin with no act that waits. */
const aHistory = fc.record({
  stages: fc.oneof(fc.constant(0), fc.nat({ max: 7 })),
  groups: fc.array(fc.array(anAct, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12, size: 'max' }),
})

type Tenant = Awaited<ReturnType<typeof aLedgerTenant>>

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

const setCap = ({ tenantId }: Tenant, cap: number | null) =>
  sql`update tenant set daily_cap = ${cap} where id = ${tenantId}`

/** What one person moved out of each account, with what waits; a mint moves nothing out. */
async function movedOut({ tenantId }: Tenant): Promise<Map<string, bigint>> {
  const rows = await sql<{ account: string; moved: bigint }[]>`
    select m.account, sum(m.quantity)::bigint as moved from (
      select t.from_account as account, t.quantity from transaction t
      where t.tenant_id = ${tenantId} and t.from_account is not null
      union all
      select p.from_account, p.quantity from pending_act p
      where p.tenant_id = ${tenantId} and p.type <> 'mint' and p.outcome is null) m
    group by m.account`
  return new Map(rows.map(({ account, moved }) => [account, moved]))
}

async function capOf({ tenantId }: Tenant): Promise<bigint | null> {
  const [row] = await sql<{ cap: bigint | null }[]>`select daily_cap as cap from tenant where id = ${tenantId}`
  return row?.cap ?? null
}

/** The acts' people: a colleague in each account, who is an admin of the registry too. */
const addColleagues = ({ tenantId }: Tenant) => sql`
  insert into app_user (tenant_id, username, account_id, email, groups, status)
  select ${tenantId}, 'colleague of ' || id, id, '', array[${tenantId} || '|' || id || '|General', ${`${tenantId}|TenantAdmin`}], 'ACTIVE'
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
    expect(['conflict', 'account_not_active']).toContain(failureOfDatabase(error)?.code)
  })
}

async function assetsOf({ tenantId }: Tenant): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from asset where tenant_id = ${tenantId} order by id`
  return rows.map(({ id }) => id)
}

/** As server/people/stops does. */
async function setStop({ tenantId }: Tenant, kind: 'stop' | 'lift', account: string): Promise<void> {
  await sql.begin(async (tx) => {
    await lockMovements(tx, account)
    if (kind === 'lift') return deleteStop(tx, tenantId, account)
    await saveStop(tx, tenantId, account, { at: new Date(), by: 'tester', isByLink: false, reason: null })
    await endWaiting(tx, tenantId, account)
  })
}

/** Stopped accounts with the movements out of them so far, and their acts that wait. */
const stopped = ({ tenantId }: Tenant) => sql<{ account: string; moved: bigint; waiting: bigint }[]>`
  select a.id as account,
    (select count(*) from transaction t where t.tenant_id = a.tenant_id and t.from_account = a.id) as moved,
    (select count(*) from pending_act p
      where p.tenant_id = a.tenant_id and p.from_account = a.id and p.type <> 'mint' and p.outcome is null) as waiting
  from account a where a.tenant_id = ${tenantId} and a.stopped_at is not null order by a.id`

/**
 * Of one verification, of two in one movement, or of one twice at once, of which the second is too much. A decision at the
 * same time may end the first one while it waits, and then the second one is not too much.
 */
async function issue(
  tenant: Tenant,
  kind: 'mint' | 'mintTwo' | 'mintTwice',
  quantity: number,
  isDeciding: boolean,
): Promise<void> {
  const verified = [await tenant.verified(quantity), ...(kind === 'mintTwo' ? [await tenant.verified(quantity)] : [])]
  const mint = () => tenant.mintOf(verified.map((verificationId) => ({ verificationId, quantity })))
  const outcomes = await Promise.allSettled(kind === 'mintTwice' ? [mint(), mint()] : [mint()])
  const refused = outcomes.filter(
    (each): each is PromiseRejectedResult => each.status === 'rejected' && !(each.reason instanceof ActWaits),
  )
  const isOneWaiting = outcomes.some((each) => each.status === 'rejected' && each.reason instanceof ActWaits)
  if (isDeciding && isOneWaiting && refused.length === 0) return
  expect(refused.map(({ reason }) => failureOfDatabase(reason)?.code)).toEqual(
    kind === 'mintTwice' ? ['exceeds_verified'] : [],
  )
}

async function attempt(tenant: Tenant, assets: string[], act: Act, group: readonly Act[]): Promise<void> {
  if (act.kind === 'setWaits') return setWaits(tenant, act.stages)
  if (act.kind === 'setCap') return void (await setCap(tenant, act.cap))
  if (act.kind === 'decide') return decide(tenant, act.decision, act.which)
  if ('account' in act) return setStop(tenant, act.kind, act.account)
  const isDeciding = group.some(({ kind }) => kind === 'decide')
  if (!('asset' in act)) return issue(tenant, act.kind, act.quantity, isDeciding)
  const assetId = assets[act.asset % assets.length] ?? newId()
  const move = {
    transfer: () => tenant.transfer(assetId, act.quantity),
    return: () => tenant.giveBack(assetId, act.quantity),
    claim: () => tenant.claim(assetId, act.quantity, { from: act.quantity % 2 === 0 ? 'maker' : 'buyer' }),
    burn: () => tenant.burn(assetId, act.quantity),
  }[act.kind]
  await move().catch((error: unknown) => {
    if (error instanceof ActWaits) return
    const failure = failureOfDatabase(error)
    if (/^caps\.(aboveDay|day)OfRegistry$/.test(failure?.refusal?.reason ?? '')) return
    expect(['insufficient_balance', 'not_found', 'account_not_active']).toContain(failure?.code)
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
      where p.tenant_id = b.tenant_id and p.from_account = b.account_id and p.type <> 'mint' and p.outcome is null and i ->> 'assetId' = b.asset_id) as waiting
    from balance b where b.tenant_id = ${tenantId}) l
  where l.locked <> l.waiting`

test(
  'no history of movements, concurrent ones too, lets a unit be in two hands, get lost or go below zero',
  async () => {
    await fc.assert(
      fc.asyncProperty(aHistory, async ({ stages, groups }) => {
        const tenant = await aLedgerTenant(sql)
        await addColleagues(tenant)
        await tenant.mint(2_000)
        await setWaits(tenant, stages)
        for (const group of groups) {
          const before = await stopped(tenant)
          const movedBefore = await movedOut(tenant)
          const cap = group.some(({ kind }) => kind === 'setCap') ? null : await capOf(tenant)
          const assets = await assetsOf(tenant)
          await Promise.all(group.map((act) => attempt(tenant, assets, act, group)))
          const now = await stopped(tenant)
          expect(now.filter(({ waiting }) => waiting > 0n)).toEqual([])
          const isUntouched = ({ account }: { account: string }) =>
            !group.some((act) => 'account' in act && act.account === account)
          expect(now.filter(isUntouched)).toEqual(before.filter(isUntouched))
          for (const [account, moved] of cap === null ? [] : await movedOut(tenant))
            if (moved > cap!) expect(moved).toBeLessThanOrEqual(movedBefore.get(account) ?? 0n)
          expect(await sql`select * from ledger_faults(${tenant.tenantId})`).toEqual([])
        }
        await linkPending(sql)
        expect(await sql`select * from ledger_strays(${tenant.tenantId})`).toEqual([])
        expect(await inBlocks(tenant.tenantId)).toEqual(await replayed(tenant.tenantId))
        expect([...(await crumbs(tenant.tenantId))]).toEqual([])
        expect(await locksBeside(tenant.tenantId)).toEqual([])
        expect(await sql`select * from kept_sum_faults(${tenant.tenantId})`).toEqual([])
      }),
      { numRuns: histories },
    )
  },
  3_000 * histories,
)
