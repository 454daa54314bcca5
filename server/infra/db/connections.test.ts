import { afterEach, describe, expect, test } from 'vitest'
import { addressesIn } from '#server/infra/database-addresses.ts'
import { aDatabase } from '#tests/database.ts'
import { aProxy } from '#tests/proxy.ts'
import { closeAfterwards } from '#tests/setup/closing.ts'
import { aPrimaryWithStandby, hasStandby } from '#tests/standby.ts'
import { connectDatabase, type Database, DatabaseOutage, type Lock, type Sql } from './database.ts'
import { migrate } from './migrate.ts'
import { connectApplication } from './wall.ts'

const key = 42
const locks: Lock[] = []
afterEach(async () => {
  await Promise.all(locks.splice(0).map((lock) => lock.end()))
})

/** A process that competes for the lock, reached by this address. */
async function aCompetitor(url: string) {
  const sql = connectDatabase(url, { max: 2 })
  closeAfterwards(() => sql.end())
  const lock = sql.lock(key, () => {})
  locks.push(lock)
  await lock.asked
  return { sql, lock }
}

async function aServer() {
  const database = await aDatabase()
  closeAfterwards(database.drop)
  return { url: database.url, admin: database.sql }
}

/** Ends, from the side of the server, the connection that has the lock. */
const cutHolder = (admin: Database) => admin`
  select pg_terminate_backend(pid) from pg_locks join pg_database d on d.oid = database
  where locktype = 'advisory' and granted and datname = current_database()`

const within = (seconds: number) => ({ timeout: seconds * 1_000, interval: 20 })

describe('the lock', () => {
  test('of a process that has lost its connection is another one’s within 2 s', async () => {
    const { url, admin } = await aServer()
    const holder = await aCompetitor((await aProxy(url)).url)
    expect(holder.lock.isOurs()).toBe(true)
    const other = await aCompetitor(url)
    expect(other.lock.isOurs()).toBe(false)
    await holder.lock.end()
    await expect.poll(other.lock.isOurs, within(2)).toBe(true)
    expect(holder.lock.isOurs()).toBe(false)
    await expect(holder.lock.sql`select 1`).rejects.toBeInstanceOf(DatabaseOutage)
    await cutHolder(admin)
    await expect.poll(other.lock.isOurs, within(2)).toBe(false)
    await expect.poll(other.lock.isOurs, within(2)).toBe(true)
    await other.lock.sql`select 1`
  })

  test('is known to be lost when its connection carries nothing any more, and taken again when it does', async () => {
    const { url } = await aServer()
    const proxy = await aProxy(url)
    const { lock } = await aCompetitor(proxy.url)
    proxy.fallSilent()
    await expect.poll(lock.isOurs, within(4)).toBe(false)
    proxy.heal()
    proxy.cutAll()
    await expect.poll(lock.isOurs, within(4)).toBe(true)
  })
})

describe('a channel', () => {
  test('is heard again after its connection fell silent, without anybody having cut it', async () => {
    const { url, admin } = await aServer()
    const proxy = await aProxy(url)
    const sql = connectDatabase(proxy.url, { max: 1 })
    closeAfterwards(() => sql.end())
    let heard = 0
    let listening = 0
    await sql.listen(
      'bell',
      () => {
        heard += 1
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
    await expect.poll(() => heard).toBe(1)
  }, 20_000)
})

/** How many rows were written, or why none was. */
const written = (sql: Sql) =>
  sql`insert into kept values (2)`.then(
    ({ count }) => count,
    (reason) => String(reason),
  )

describe.runIf(hasStandby)('a failover', () => {
  test('is an outage until the standby is promoted; then lock, channels and writes are there again', async () => {
    const { primary, standby, promote } = await aPrimaryWithStandby()
    const proxy = await aProxy(primary.url)
    const { sql, lock } = await aCompetitor(proxy.url)
    await sql`create table kept (n int)`
    let heard = 0
    await sql.listen('bell', () => {
      heard += 1
    })

    proxy.leadTo(standby.url)
    await primary.stop()
    await expect.poll(lock.isOurs, within(4)).toBe(false)
    await expect(sql`insert into kept values (1)`).rejects.toBeInstanceOf(DatabaseOutage)
    await expect(sql`select 1`).rejects.toBeInstanceOf(DatabaseOutage)
    await expect.poll(() => sql`select 1`.catch(String), within(4)).toMatch('standby')

    await promote()
    await expect.poll(() => written(sql), within(15)).toBe(1)
    await expect.poll(lock.isOurs, within(5)).toBe(true)
    await expect.poll(() => sql`notify bell`.then(() => heard), within(5)).toBeGreaterThan(0)
  }, 60_000)

  test('finds the server that takes writes among those that the address names', async () => {
    const { primary, standby, promote } = await aPrimaryWithStandby()
    const hosts = [standby, primary].map(({ port }) => `127.0.0.1:${port}`).join(',')
    const { sql, lock } = await aCompetitor(`postgres://registry@${hosts}/postgres?target_session_attrs=read-write`)
    await sql`create table kept (n int)`
    expect(lock.isOurs()).toBe(true)
    await primary.stop()
    await promote()
    await expect.poll(() => written(sql), within(15)).toBe(1)
    await expect.poll(lock.isOurs, within(5)).toBe(true)
  }, 60_000)
})

test.runIf(hasStandby)(
  'what visitors read comes from the standby that DATABASE_READ_URL names, everything else from the primary',
  async () => {
    const { primary, standby } = await aPrimaryWithStandby()
    const owner = connectDatabase(primary.url, { max: 2 })
    closeAfterwards(() => owner.end())
    await migrate(owner)
    const application = await connectApplication(owner, { url: primary.url, readUrl: standby.url })
    closeAfterwards(application.end)
    const where = async (sql: Sql) =>
      (
        await sql<{ role: string; isStandby: boolean }[]>`
        select current_user::text as role, pg_is_in_recovery() as "isStandby"`
      )[0]
    expect(await where(application.sql)).toEqual({ role: 'registry_app', isStandby: false })
    await expect
      .poll(() => where(application.reads).catch(String), within(10))
      .toEqual({
        role: 'registry_app',
        isStandby: true,
      })
  },
  60_000,
)

test('an address of several servers is one address for each', () => {
  expect(addressesIn('postgres://u:p@one:1,two:2/db?x=y')).toEqual([
    'postgres://u:p@one:1/db?x=y',
    'postgres://u:p@two:2/db?x=y',
  ])
  expect(addressesIn('postgres://one/db')).toEqual(['postgres://one/db'])
})
