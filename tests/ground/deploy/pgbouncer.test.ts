import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { freePort } from '#embedded/free-port.ts'
import { startServer, until } from '../program.ts'
import { deployed } from './deployed.ts'

/** PgBouncer with the files of deploy/pgbouncer. */
async function startPgbouncer(folder: string) {
  const server = new URL(inject('servers').databaseUrl)
  const port = await freePort()
  const users = join(folder, 'userlist.txt')
  const replaced = { registry_requests: server.username, PASSWORD: server.password }
  await writeFile(users, await deployed('pgbouncer/userlist.txt', replaced))
  const config = await deployed('pgbouncer/pgbouncer.ini', {
    'port=5000 dbname=registry': `port=${server.port} dbname=postgres`,
    'listen_port = 6432': `listen_port = ${port}`,
    '/etc/pgbouncer/userlist.txt': users,
  })
  await writeFile(join(folder, 'pgbouncer.ini'), config)
  await chmod(folder, 0o755)
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const program = startServer('/usr/sbin/pgbouncer', [...asUser, join(folder, 'pgbouncer.ini')])
  const isUp = async () => program.lines.some((line) => line.includes('process up'))
  await until(isUp, 10_000, () => program.lines.join('\n'))
  const url = Object.assign(new URL(server), { port: String(port), pathname: '/registry' }).href
  return { url, stop: () => program.stop('SIGTERM', 5_000) }
}

test('PgBouncer lends 60 callers 40 connections, one for each transaction', async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'registry-pgbouncer-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const pgbouncer = await startPgbouncer(folder)
  onTestFinished(pgbouncer.stop)
  const clients = Array.from({ length: 60 }, () => new pg.Client(pgbouncer.url))
  const served = clients.map(async (client) => {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.3)')
    return rows[0]?.pid
  })
  const pids = new Set(await Promise.all(served))
  await Promise.all(clients.map((client) => client.end()))
  expect(pids.size).toBeGreaterThan(10)
  expect(pids.size).toBeLessThanOrEqual(40)
}, 60_000)
