import { beforeAll, expect, test } from 'vitest'
import { changesOn } from '#server/infra/db/changes.ts'
import { connectDatabase, type Database } from '#server/infra/db/database.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant } from '#tests/kit/settled-ledger.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { movementBell, recordedChannel } from './bell.ts'
import { startLinking } from './linker.ts'

let sql: Database
let url: string
let warned: string[]
const log = { info: () => {}, warn: (_: object, message: string) => void warned.push(message), error: () => {} }

beforeAll(async () => {
  const database = await aDatabase()
  closeAfterwards(database.drop)
  sql = database.sql
  url = database.url
  warned = []
})

/** `soFar` counts all notifications sent before the call. */
async function listener(of: Database) {
  let received = 0
  let barriers = 0
  await of.listen(recordedChannel, () => {
    received += 1
  })
  await of.listen('barrier', () => {
    barriers += 1
  })
  return {
    async soFar(): Promise<number> {
      const before = barriers
      await of`select pg_notify('barrier', '')`
      await expect.poll(() => barriers).toBeGreaterThan(before)
      return received
    },
  }
}

test('the first ring notifies at once, and all rings meanwhile notify once more', async () => {
  const { soFar } = await listener(sql)
  const bell = movementBell(sql, log)
  for (let ring = 0; ring < 500; ring += 1) bell.ring()
  await bell.stop()
  expect(await soFar()).toBe(2)
  bell.ring()
  await bell.stop()
  expect(await soFar()).toBe(3)
})

test('a lost ring is logged, and the next one notifies again', async () => {
  const closed = connectDatabase(url, { max: 1 })
  await closed.end()
  const bell = movementBell(closed, log)
  bell.ring()
  await bell.stop()
  bell.ring()
  await bell.stop()
  expect(warned).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('a ring was lost')))
})

test('a movement for which nobody rang is linked all the same, and soon', async () => {
  const tenant = await aLedgerTenant(sql)
  const waiting = async () => [...(await sql`select from unlinked()`)].length
  const { assetId } = await tenant.mint(10)
  const recorded = await changesOn(sql, recordedChannel)
  const linker = startLinking(sql, recorded, log)
  closeAfterwards(() => linker.stop())
  await expect.poll(waiting).toBe(0)
  await tenant.transfer(assetId, 1)
  expect(await waiting()).toBe(1)
  await expect.poll(waiting, { timeout: 4_000 }).toBe(0)
})

test('the calls that mint and transfer ring', async () => {
  const tenant = await aTenant()
  const { soFar } = await listener(tenant.world.sql)
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  await expect.poll(soFar).toBe(1)
  await transferred(tenant, { assetId, quantity: 1, toAccountId: 'buyer' })
  await expect.poll(soFar).toBe(2)
})
