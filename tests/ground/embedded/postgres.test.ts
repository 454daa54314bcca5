import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectDatabase } from '#server/infra/db/database.ts'
import { gone, type Program, start } from '#tests/kit/processes.ts'
import { startPostgres } from '../../../embedded/postgres.ts'

const log = () => {}
let dataDir: string
let holders: Program[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-postgres-'))
})
afterEach(async () => {
  for (const { process } of holders) process.kill('SIGKILL')
  for (const { pid } of holders) await gone(pid)
  holders = []
  // A killed holder's server writes until its guard stops it.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** Another process that runs the database of `dataDir`. */
async function aHolder() {
  const code = `
    import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, '../../../embedded/postgres.ts'))}
    const { url } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
    console.log(url)
    setInterval(() => {}, 1000)`
  const holder = start(process.execPath, ['--input-type=module-typescript', '-e', code])
  holders.push(holder)
  return { holder, url: await holder.line(/^postgres:/) }
}

const postmasterPid = async () => {
  const lockFile = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')
  return Number(lockFile.split('\n')[0])
}

async function withDatabase<Result>(url: string, work: (sql: ReturnType<typeof connectDatabase>) => Promise<Result>) {
  const sql = connectDatabase(url, { max: 1 })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

test('a second start finds what the first one left, and fsync is on', async () => {
  const first = await startPostgres({ dataDir, log })
  await withDatabase(first.url, (sql) => sql`create table kept as select 42 as answer`)
  await first.stop()

  const second = await startPostgres({ dataDir, log })
  const [row] = await withDatabase(second.url, (sql) => sql`select answer, current_setting('fsync') as fsync from kept`)
  await second.stop()
  expect(row).toEqual({ answer: 42, fsync: 'on' })
})

test('the password is generated and only its owner may read it', async () => {
  const { url, stop } = await startPostgres({ dataDir, log })
  await stop()
  const { password } = new URL(url)
  expect(password).toMatch(/^[0-9a-f]{48}$/)
  expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600)
})

test('a connection without the password is refused', async () => {
  const { url, stop } = await startPostgres({ dataDir, log })
  const stranger = Object.assign(new URL(url), { password: 'guess' }).href
  await expect(withDatabase(stranger, (sql) => sql`select 1`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('password authentication failed') },
  })
  await stop()
})

test('data in use is refused with the name of its folder', async () => {
  await aHolder()
  await expect(startPostgres({ dataDir, log })).rejects.toThrow(
    `The database in ${dataDir} is in use by another process. Stop that one, or set DATA_DIR to another folder.`,
  )
})

test('kill -9 of the owner stops the server, and what was committed is there at the next start', async () => {
  const { holder, url } = await aHolder()
  const server = await postmasterPid()
  await withDatabase(url, (sql) => sql`create table kept as select 42 as answer`)
  holder.signalGroup('SIGKILL')

  const next = await startPostgres({ dataDir, log })
  await gone(server)
  const rows = await withDatabase(next.url, (sql) => sql`select answer from kept`)
  await next.stop()
  expect([...rows]).toEqual([{ answer: 42 }])
})

test('kill -9 of the server alone, three times: it is there again at the same address, with all that was committed', async () => {
  const troubles: (string | null)[] = []
  const { url, stop } = await startPostgres({ dataDir, log, onTrouble: (trouble) => troubles.push(trouble) })
  await withDatabase(url, (sql) => sql`create table kept (life int)`)
  for (const life of [1, 2, 3]) {
    process.kill(await postmasterPid(), 'SIGKILL')
    await expect.poll(() => troubles, { timeout: 15_000 }).toHaveLength(2 * life)
    await withDatabase(url, (sql) => sql`insert into kept values (${life})`)
  }
  const rows = await withDatabase(url, (sql) => sql`select life from kept order by life`)
  await stop()
  expect([...rows]).toEqual([{ life: 1 }, { life: 2 }, { life: 3 }])
  expect(troubles.slice(-2)).toEqual(['The embedded PostgreSQL has ended (SIGKILL) and is started again.', null])
}, 60_000)

test('a server that cannot start again says why, and is tried again until it can', async () => {
  const troubles: (string | null)[] = []
  const { url, stop } = await startPostgres({ dataDir, log, onTrouble: (trouble) => troubles.push(trouble) })
  const control = join(dataDir, 'postgres/cluster/global/pg_control')
  await rename(control, `${control}.aside`)
  process.kill(await postmasterPid(), 'SIGKILL')
  await expect.poll(() => troubles.at(-1), { timeout: 15_000 }).toMatch(/does not start: .*pg_control/s)
  await rename(`${control}.aside`, control)
  await expect.poll(() => troubles.at(-1), { timeout: 15_000 }).toBe(null)
  await withDatabase(url, (sql) => sql`select 1`)
  await stop()
}, 60_000)

test('a lock whose process id now belongs to a stranger of the same user is seen through', async () => {
  const first = await startPostgres({ dataDir, log })
  const lockFile = join(dataDir, 'postgres/cluster/postmaster.pid')
  const [, ...rest] = (await readFile(lockFile, 'utf8')).split('\n')
  await first.stop()
  const { uid, gid } = await stat(join(dataDir, 'postgres'))
  const stranger = start('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {})
  holders.push(stranger)
  await writeFile(lockFile, [stranger.pid, ...rest].join('\n'))
  await (await startPostgres({ dataDir, log })).stop()
})

test('a start that was killed while it made the cluster is made good', async () => {
  const { stop } = await startPostgres({ dataDir, log })
  await stop()
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.new'))
  await rm(join(dataDir, 'postgres.new/cluster/PG_VERSION'))

  await (await startPostgres({ dataDir, log })).stop()
  expect(await readdir(dataDir)).toEqual(['postgres'])
})
