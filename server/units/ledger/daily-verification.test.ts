import { beforeAll, expect, test } from 'vitest'
import { sha256Of } from '#proof/hash.ts'
import { mintRecord } from '#proof/mint.ts'
import { type Database, inTransaction, type Sql } from '#server/infra/db/database.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant, type LedgerTenant } from '#tests/kit/settled-ledger.ts'
import { ledgerVerification, verificationOf } from './daily-verification.ts'
import { linkPending } from './hash-chain.ts'
import { linkedMovement } from './links.ts'
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
async function verifiedAfter(harm: string, { tenantId } = tenant): Promise<VerifiedLedger> {
  const undone = Promise.withResolvers<VerifiedLedger>()
  await inTransaction(sql, async (tx) => {
    for (const table of ['entry', 'transaction', 'ledger_link', 'claim', 'verification'])
      await tx.unsafe(`alter table ${table} disable trigger user`)
    await tx.unsafe(harm)
    undone.resolve(await verifyLedger(tx, tenantId))
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

test('a change of what a mint rests on is found at the mint', async () => {
  const other = await aLedgerTenant(sql)
  const verificationId = await other.verified(10)
  const ofTenant = `tenant_id = '${other.tenantId}'`
  const document = (id: string, kind: string, subject: string, isPublic: boolean) => sql`
    insert into document (tenant_id, id, subject_kind, subject_id, project_id, account_id, type, title, version, is_public,
      file_name, original_name, media_type, size_bytes, sha256)
    select ${other.tenantId}, ${id}, ${kind}, ${subject}, v.project_id, 'maker', 'Report', ${id}, 1, ${isPublic}, ${id}, ${id},
      'application/pdf', 1, sha256(${id}::bytea)
    from verification v where v.tenant_id = ${other.tenantId} and v.id = ${verificationId}`
  const [verification] = await sql<{ measurementId: string }[]>`
    select measurement_id as "measurementId" from verification where id = ${verificationId}`
  await document('report', 'verification', verificationId, true)
  await document('households', 'measurement', verification?.measurementId ?? '', false)
  const { transactionId } = await other.mintOf([{ verificationId, quantity: 4 }])
  while (!(await linkPending(sql)));
  expect(await verifiedAfter('select', other)).toMatchObject({ links: 1n, fault: null })
  const harms = [
    `update verification set quantity = quantity + 1 where ${ofTenant}`,
    `update verification set decided_at = now() where ${ofTenant}`,
    `update verification set account_id = 'buyer' where ${ofTenant}`,
    `update measurement set period = '[2024-01-02,2025-01-01)' where ${ofTenant}`,
    `update measurement set quantity = quantity - 1 where ${ofTenant}`,
    `update asset set verified_quantity = 9 where ${ofTenant}`,
    ...['report', 'households'].flatMap((id) => [
      `update document set sha256 = sha256('x') where id = '${id}' and ${ofTenant}`,
      `update document set is_public = not is_public where id = '${id}' and ${ofTenant}`,
      `delete from document where id = '${id}' and ${ofTenant}`,
    ]),
  ]
  for (const harm of harms) {
    const { fault } = await verifiedAfter(harm, other)
    expect(fault, harm).toEqual({ sequence: 1n, transactionId, of: 'document' })
  }
  const proof = await linkedMovement(sql, transactionId, other.tenantId)
  const { verifications } = mintRecord.parse(JSON.parse(proof?.document ?? ''))
  const hashOf = (id: string) => sha256Of(id)
  expect(verifications).toMatchObject([
    {
      quantity: '10',
      publicDocuments: [hashOf('report')],
      privateDocuments: [sha256Of('households', hashOf('households'))],
      assets: [{ verified: '10', vintage: '[2024-01-01,2024-12-31]' }],
    },
  ])
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
