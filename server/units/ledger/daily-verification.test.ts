import { beforeAll, expect, test } from 'vitest'
import { type Database, inTransaction, type Sql } from '#server/infra/db/database.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant, type LedgerTenant } from '#tests/kit/settled-ledger.ts'
import { ledgerVerification, verificationOf } from './daily-verification.ts'
import { linkPending } from './hash-chain.ts'
import { type VerifiedLedger, verifyLedger } from './verify-ledger.ts'

let sql: Database
let tenant: LedgerTenant
/** Of the five movements: mint, transfer, claim, transfer, burn. */
let ids: string[]

beforeAll(async () => {
  const database = await aDatabase()
  closeAfterwards(database.drop)
  sql = database.sql
  tenant = await aLedgerTenant(sql)
  const { assetId, transactionId } = await tenant.mint(100)
  const moved = [
    await tenant.transfer(assetId, 40),
    await tenant.claim(assetId, 15),
    await tenant.transfer(assetId, 1),
    await tenant.burn(assetId, 5),
  ]
  ids = [transactionId, ...moved.map((each) => each.transactionId)]
  while (!(await linkPending(sql)));
})

/** Applies `harm` to the movement `$`, verifies and rolls back. */
async function verifiedAfter(harm: string): Promise<VerifiedLedger> {
  const undone = Promise.withResolvers<VerifiedLedger>()
  await inTransaction(sql, async (tx) => {
    for (const table of ['entry', 'transaction', 'ledger_link', 'claim'])
      await tx.unsafe(`alter table ${table} disable trigger user`)
    await tx.unsafe(harm)
    undone.resolve(await verifyLedger(tx, tenant.tenantId))
    throw new Error('undone')
  }).catch((error: unknown) => undone.reject(error))
  return undone.promise
}

test('a ledger that nobody changed holds to its last link', async () => {
  expect(await verifyLedger(sql, tenant.tenantId)).toMatchObject({ links: 5n, fault: null })
})

test.each([
  [
    'serial number of an entry',
    'update entry set serials = int8range(lower(serials), upper(serials) - 1) where',
    1,
    'link',
  ],
  ['account of an entry', "update entry set to_account = 'maker' where", 1, 'link'],
  ['state of an entry', "update entry set to_state = 'held' where", 4, 'link'],
  ['missing entry', 'delete from entry where', 3, 'link'],
  ['quantity of a movement', 'update transaction set quantity = quantity + 1 where id = $ and', 0, 'link'],
  [
    'time of a movement',
    "update transaction set occurred_at = occurred_at + interval '1 microsecond' where id = $ and",
    3,
    'link',
  ],
  ['document hash', "update transaction set document_hash = sha256('x') where id = $ and", 2, 'link'],
  ['movement that is gone', 'delete from transaction where id = $ and', 2, 'movement'],
  ['beneficiary', "update claim set beneficiary_name = beneficiary_name || ' ' where", 2, 'document'],
  ['public note', "update claim set note = 'another', note_is_public = true where", 2, 'document'],
  ['claim that is gone', 'delete from claim where', 2, 'document'],
  ['link that is gone', 'delete from ledger_link where', 2, 'order'],
  ['hash of a link', "update ledger_link set hash = sha256('x') where", 1, 'link'],
] as const)('a changed %s is found at its movement', async (_, harm, at, of) => {
  const id = ids[at] ?? ''
  const ofMovement = harm.includes(' id = $') ? 'true' : `transaction_id = '${id}'`
  const { links, fault } = await verifiedAfter(
    `${harm.replace('$', `'${id}'`)} ${ofMovement} and tenant_id = '${tenant.tenantId}'`,
  )
  const place = of === 'order' ? at + 1 : at
  expect(fault).toEqual({ sequence: BigInt(place + 1), transactionId: ids[place], of })
  expect(links).toBe(BigInt(at))
})

test('the registry recomputes new movements after ten minutes and all of them after a day, and keeps what was found', async () => {
  const start = Date.parse('2026-01-01T00:00:00Z')
  let now = start
  const logged: unknown[] = []
  const verification = ledgerVerification()
  const deps = { sql, now: () => new Date(now), log: { error: (facts: unknown) => void logged.push(facts) } }
  const verifyAt = async (minutes: number) => {
    now = start + minutes * 60_000
    while (await verification.step(deps as never));
    return verificationOf(sql, tenant.tenantId)
  }
  const day = 24 * 60
  const first = { at: '2026-01-01T00:00:00.000Z', wholeAt: '2026-01-01T00:00:00.000Z', movements: 5, fault: null }
  expect(await verificationOf(sql, tenant.tenantId)).toBeNull()
  expect(await verifyAt(0)).toEqual(first)
  const { assetId } = await tenant.mint(1)
  await linkPending(sql)
  expect(await verifyAt(9)).toEqual(first)
  expect(await verifyAt(11)).toEqual({ ...first, at: '2026-01-01T00:11:00.000Z', movements: 6 })
  // A change before the place that was reached is found by the next whole recomputation.
  await harmed((tx) => tx`update claim set beneficiary_name = 'Another' where transaction_id = ${ids[2] ?? ''}`)
  await tenant.transfer(assetId, 1)
  await linkPending(sql)
  expect(await verifyAt(30)).toMatchObject({ movements: 7, fault: null })
  expect(logged).toEqual([])
  const fault = { sequence: 3, transactionId: ids[2], of: 'document' }
  expect(await verifyAt(day + 1)).toMatchObject({ wholeAt: '2026-01-02T00:01:00.000Z', movements: 2, fault })
  expect(logged).toMatchObject([{ tenantId: tenant.tenantId, fault: { sequence: 3n } }])
  await harmed((tx) => tx`update claim set beneficiary_name = 'The sea' where transaction_id = ${ids[2] ?? ''}`)
  expect(await verifyAt(day + 12)).toMatchObject({ movements: 7, fault: null })
})

async function harmed(harm: (tx: Sql) => Promise<unknown>): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await tx`alter table claim disable trigger user`
    await harm(tx)
    await tx`alter table claim enable trigger user`
  })
}
