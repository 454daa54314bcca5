import { afterEach, describe, expect, test } from 'vitest'
import { addressesIn } from '#server/infra/database-addresses.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aProxy } from '#tests/kit/proxy.ts'
import { connectDatabase, type Database, DatabaseOutage, type Lock } from './database.ts'

const key = 42
const locks: Lock[] = []
afterEach(async () => {
  await Promise.all(locks.splice(0).map((lock) => lock.end()))
})

async function aCompetitor(url: string) {
  const sql = connectDatabase(url, { max: 2 })
  closeAfterwards(() => sql.end())
  const lock = sql.lock(key, () => {})
  locks.push(lock)
  await lock.attempted
  return { sql, lock }
}

async function aServer() {
  const database = await aDatabase()
  closeAfterwards(database.drop)
  return { url: database.url, admin: database.sql }
}

const cutHolder = (admin: Database) => admin`
  select pg_terminate_backend(pid) from pg_locks join pg_database d on d.oid = database
  where locktype = 'advisory' and granted and datname = current_database()`

const within = (seconds: number) => ({ timeout: seconds * 1_000, interval: 20 })

describe('the lock', () => {
  test('of a process that has lost its connection is another one’s within 2 s', async () => {
    const { url, admin } = await aServer()
    const holder = await aCompetitor((await aProxy(url)).url)
    expect(holder.lock.isHeld()).toBe(true)
    const other = await aCompetitor(url)
    expect(other.lock.isHeld()).toBe(false)
    await holder.lock.end()
    await expect.poll(other.lock.isHeld, within(2)).toBe(true)
    expect(holder.lock.isHeld()).toBe(false)
    await expect(holder.lock.sql`select 1`).rejects.toBeInstanceOf(DatabaseOutage)
    await cutHolder(admin)
    await expect.poll(other.lock.isHeld, within(2)).toBe(false)
    await expect.poll(other.lock.isHeld, within(2)).toBe(true)
    await other.lock.sql`select 1`
  })

  test('is known to be lost when its connection carries nothing any more, and taken again when it does', async () => {
    const { url } = await aServer()
    const proxy = await aProxy(url)
    const { lock } = await aCompetitor(proxy.url)
    proxy.fallSilent()
    await expect.poll(lock.isHeld, within(4)).toBe(false)
    proxy.heal()
    proxy.cutAll()
    await expect.poll(lock.isHeld, within(4)).toBe(true)
  })
})

describe('a channel', () => {
  test('is heard again after its connection fell silent, without anybody having cut it', async () => {
    const { url, admin } = await aServer()
    const proxy = await aProxy(url)
    const sql = connectDatabase(proxy.url, { max: 1 })
    closeAfterwards(() => sql.end())
    let received = 0
    let listening = 0
    await sql.listen(
      'bell',
      () => {
        received += 1
      },
      () => {
        listening += 1
      },
    )
    expect(listening).toBe(1)
    proxy.fallSilent()
    proxy.heal()
    await expect.poll(() => listening, within(12)).toBe(2)
    await admin`select pg_notify('bell', '')`
    await expect.poll(() => received).toBe(1)
  }, 20_000)
})

test('an address of several servers is one address for each', () => {
  expect(addressesIn('postgres://u:p@one:1,two:2/db?x=y')).toEqual([
    'postgres://u:p@one:1/db?x=y',
    'postgres://u:p@two:2/db?x=y',
  ])
  expect(addressesIn('postgres://one/db')).toEqual(['postgres://one/db'])
})

test('a server that hangs is an outage in time, and the next connection works', async () => {
  const { url } = await aServer()
  const proxy = await aProxy(url)
  const sql = connectDatabase(proxy.url, { max: 1, answerTimeoutMs: 200 })
  closeAfterwards(() => sql.end())
  await sql`select 1`
  proxy.fallSilent()
  await expect(sql`select 1`).rejects.toBeInstanceOf(DatabaseOutage)
  proxy.heal()
  expect(await sql`select 2 as two`).toEqual([{ two: 2 }])
})
