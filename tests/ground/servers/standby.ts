import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#embedded/free-port.ts'
import { spawnGuarded } from '#embedded/guarded-process.ts'
import { connectDatabase } from '#server/infra/db/database.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'

const run = promisify(execFile)
/** Programs that the embedded PostgreSQL lacks. */
const folder = ['18', '17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`).find(existsSync)

/** A primary and its synchronous hot standby, ready to promote. */
export async function aPrimaryWithStandby() {
  const home = await mkdtemp(join(tmpdir(), 'registry-standby-'))
  const owner = process.getuid?.() === 0 ? await ownerOf(home) : {}
  const program = (name: string, ...args: string[]) =>
    run(join(folder ?? '', name), args, { ...owner, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } })

  async function serve(name: string) {
    const port = await freePort()
    const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', timezone: 'UTC' }
    const flags = Object.entries(settings).flatMap(([setting, value]) => ['-c', `${setting}=${value}`])
    const ready = Promise.withResolvers<void>()
    const server = spawnGuarded(join(folder ?? '', 'postgres'), ['-D', join(home, name), ...flags], {
      ...owner,
      cwd: '/',
      env: { LC_ALL: 'C' },
      orphanSignal: 'SIGINT',
      onLine: (line) => void (/ready to accept (read-only )?connections/.test(line) && ready.resolve()),
    })
    await Promise.race([ready.promise, server.exited.then(() => Promise.reject(new Error(`${name} did not start.`)))])
    return { url: `postgres://registry@127.0.0.1:${port}/postgres`, port, stop: () => server.stop('SIGQUIT', 5_000) }
  }

  await program('initdb', '-D', join(home, 'primary'), '--username=registry', '--auth=trust', '--encoding=UTF8')
  const primary = await serve('primary')
  const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'registry']
  await program('pg_basebackup', ...source, '-D', join(home, 'standby'), '-R', '-X', 'stream', '-c', 'fast')
  const standby = await serve('standby')
  const owning = connectDatabase(primary.url, { max: 1 })
  await owning`alter system set synchronous_standby_names = '*'`
  await owning`select pg_reload_conf()`
  await owning.end()
  closeAfterwards(async () => {
    await Promise.all([primary.stop(), standby.stop()])
    await rm(home, { recursive: true, force: true })
  })
  return { primary, standby, promote: () => program('pg_ctl', 'promote', '-D', join(home, 'standby')) }
}

async function ownerOf(home: string) {
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  const owner = { uid: await idOf('-u'), gid: await idOf('-g') }
  await chown(home, owner.uid, owner.gid)
  return owner
}
