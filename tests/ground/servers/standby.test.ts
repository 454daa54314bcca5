import { afterEach, describe, expect, test } from 'vitest'
import { connectDatabase, DatabaseOutage, type Lock, type Sql } from '#server/infra/db/database.ts'
import { migrate } from '#server/infra/db/migrate.ts'
import { connectApplication } from '#server/infra/db/wall.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aProxy } from '#tests/kit/proxy.ts'
import { aPrimaryWithStandby } from './standby.ts'

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

const within = (seconds: number) => ({ timeout: seconds * 1_000, interval: 20 })

/** Returns the number of written rows, or the error. */
const written = (sql: Sql) =>
  sql`insert into kept values (2)`.then(
    ({ count }) => count,
    (reason) => String(reason),
  )

describe('a failover', () => {
  test('is an outage until the standby is promoted; then lock, channels and writes are there again', async () => {
    const { primary, standby, promote } = await aPrimaryWithStandby()
    const proxy = await aProxy(primary.url)
    const { sql, lock } = await aCompetitor(proxy.url)
    await sql`create table kept (n int)`
    let received = 0
    await sql.listen('bell', () => {
      received += 1
    })

    proxy.leadTo(standby.url)
    await primary.stop()
    await expect.poll(lock.isHeld, within(4)).toBe(false)
    await expect(sql`insert into kept values (1)`).rejects.toBeInstanceOf(DatabaseOutage)
    await expect(sql`select 1`).rejects.toBeInstanceOf(DatabaseOutage)
    await expect.poll(() => sql`select 1`.catch(String), within(4)).toMatch('standby')

    await promote()
    await expect.poll(() => written(sql), within(15)).toBe(1)
    await expect.poll(lock.isHeld, within(5)).toBe(true)
    await expect.poll(() => sql`notify bell`.then(() => received), within(5)).toBeGreaterThan(0)
  }, 60_000)

  test('finds the server that takes writes among those that the address names', async () => {
    const { primary, standby, promote } = await aPrimaryWithStandby()
    const hosts = [standby, primary].map(({ port }) => `127.0.0.1:${port}`).join(',')
    const { sql, lock } = await aCompetitor(`postgres://registry@${hosts}/postgres?target_session_attrs=read-write`)
    await sql`create table kept (n int)`
    expect(lock.isHeld()).toBe(true)
    await primary.stop()
    await promote()
    await expect.poll(() => written(sql), within(15)).toBe(1)
    await expect.poll(lock.isHeld, within(5)).toBe(true)
  }, 60_000)
})

test('what visitors read comes from the standby that DATABASE_READ_URL names, everything else from the primary', async () => {
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
}, 60_000)
