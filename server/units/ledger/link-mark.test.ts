import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Database, newId, type Sql } from '#server/infra/db/database.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant, type LedgerTenant } from '#tests/kit/settled-ledger.ts'
import { linkPending } from './hash-chain.ts'
import { linkMark } from './link-mark.ts'

let sql: Database
let tenant: LedgerTenant
let assetId: string

beforeAll(async () => {
  const database = await aDatabase()
  closeAfterwards(database.drop)
  sql = database.sql
})
beforeEach(async () => {
  tenant = await aLedgerTenant(sql)
  assetId = (await tenant.mint(100)).assetId
  await tenant.transfer(assetId, 1)
  await roundsUntilPast(linkMark(sql), 0n)
})

async function rounds(mark: ReturnType<typeof linkMark>, times: number): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    await linkPending(sql)
    await mark.advance()
  }
}

/** Database transactions of other tests delay the mark. */
async function roundsUntilPast(mark: ReturnType<typeof linkMark>, sequence: bigint): Promise<void> {
  do await rounds(mark, 1)
  while ((await marked()) < sequence || (await marked()) === 0n)
}

const marked = async () => (await sql<{ sequence: bigint }[]>`select sequence from linked_until`)[0]?.sequence ?? 0n

const unlinked = async () =>
  (
    await sql<{ id: string }[]>`
      select t.id from transaction t
      where not exists (select from ledger_link l where l.tenant_id = t.tenant_id and l.transaction_id = t.id)`
  ).map(({ id }) => id)

/** An uncommitted movement, the newest; nothing else waits for a link. */
async function aMovementInFlight(of: LedgerTenant) {
  const { assetId: another } = await of.mint(10)
  const transactionId = newId()
  await linkPending(sql)
  const connection = await sql.reserve()
  let isOpen = true
  const end = async (how: 'commit' | 'rollback') => {
    if (isOpen) await connection.unsafe(how)
    if (isOpen) connection.release()
    isOpen = false
  }
  onTestFinished(() => end('rollback'))
  await connection`begin`
  await moved(connection, of.tenantId, transactionId, another)
  const [row] = await connection<{ sequence: bigint }[]>`select sequence from transaction where id = ${transactionId}`
  if (!row) throw new Error('The movement was not recorded.')
  return { sequence: row.sequence, end }
}

const moved = (tx: Sql, tenantId: string, transactionId: string, asset: string) => tx`
  select ledger_burn(${tenantId}, 'tester', null, ${Buffer.alloc(32)}, '::1', 'test', ${transactionId}, 'maker',
    ${JSON.stringify([{ assetId: asset, quantity: 1 }])}::text::jsonb, 'a correction')
  from (select set_config('registry.tenant', ${tenantId}, true)) wall`

test.each([
  ['no other database transaction ends meanwhile', false],
  ['later ones commit and are linked', true],
])('a movement in flight is not passed over when %s', async (_what, isFollowed) => {
  const inFlight = await aMovementInFlight(tenant)
  const mark = linkMark(sql)
  await rounds(mark, 2)
  if (isFollowed) {
    const { transactionId } = await tenant.transfer(assetId, 1)
    await rounds(mark, 3)
    expect(await unlinked()).not.toContain(transactionId)
  }
  expect(await marked()).toBeLessThan(inFlight.sequence)
  await inFlight.end('commit')
  await roundsUntilPast(mark, inFlight.sequence)
  expect(await unlinked()).toEqual([])
})

test('a movement in flight is not passed over by a process that begins with the mark', async () => {
  const inFlight = await aMovementInFlight(tenant)
  await tenant.transfer(assetId, 1)
  await rounds(linkMark(sql), 3)
  await rounds(linkMark(sql), 3)
  expect(await marked()).toBeLessThan(inFlight.sequence)
  await inFlight.end('commit')
  await roundsUntilPast(linkMark(sql), inFlight.sequence)
  expect(await unlinked()).toEqual([])
})

test('the sequence of a movement that is rolled back holds the mark up no longer', async () => {
  const inFlight = await aMovementInFlight(tenant)
  const mark = linkMark(sql)
  await rounds(mark, 2)
  await inFlight.end('rollback')
  await expect(roundsUntilPast(mark, inFlight.sequence)).resolves.toBeUndefined()
})

test('what the mark has passed is not read again', async () => {
  await sql`update linked_until set sequence = (select max(sequence) from transaction)`
  await sql`alter table ledger_link disable trigger ledger_link_is_append_only`
  await sql`delete from ledger_link where tenant_id = ${tenant.tenantId}`
  await sql`alter table ledger_link enable trigger ledger_link_is_append_only`
  expect([...(await sql`select from unlinked()`)]).toEqual([])
})
