import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectDatabase } from '#server/infra/db/database.ts'
import { gone, type Program, start } from '#tests/run/processes.ts'
import { startPostgres } from './postgres.ts'

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
  // The server of a killed holder writes until its guard has stopped it.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** Another process that has the database of `dataDir` running. */
async function aHolder() {
  const code = `
    import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))}
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

test('kill -9 of the server itself leaves a lock that the next start sees through', async () => {
  const first = await startPostgres({ dataDir, log })
  await withDatabase(first.url, (sql) => sql`create table kept as select 42 as answer`)
  process.kill(await postmasterPid(), 'SIGKILL')
  await first.stop()

  const next = await startPostgres({ dataDir, log })
  const rows = await withDatabase(next.url, (sql) => sql`select answer from kept`)
  await next.stop()
  expect([...rows]).toEqual([{ answer: 42 }])
})

test('a start that was killed while it made the cluster is made good', async () => {
  const { stop } = await startPostgres({ dataDir, log })
  await stop()
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.new'))
  await rm(join(dataDir, 'postgres.new/cluster/PG_VERSION'))

  await (await startPostgres({ dataDir, log })).stop()
  expect(await readdir(dataDir)).toEqual(['postgres'])
})
