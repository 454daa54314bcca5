import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#embedded/free-port.ts'
import { spawnGuarded } from '#embedded/guarded-process.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'

const program = '/usr/sbin/pgbouncer'

/** PgBouncer in transaction mode with few server connections. */
export async function aPooler(url: string, settings: Record<string, string> = {}): Promise<string> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(url)
  const folder = await mkdtemp(join(tmpdir(), 'registry-pooler-'))
  const port = await freePort()
  await writeFile(join(folder, 'users'), `"${username}" "${password}"\n`)
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    pool_mode: 'transaction',
    default_pool_size: 3,
    ...settings,
  }
  const pooler = Object.entries(lines).map(([name, value]) => `${name} = ${value}`)
  const databases = `* = host=${hostname} port=${serverPort}`
  await writeFile(join(folder, 'pgbouncer.ini'), ['[databases]', databases, '[pgbouncer]', ...pooler, ''].join('\n'))
  await chmod(folder, 0o755)
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const ready = Promise.withResolvers<void>()
  const output: string[] = []
  const running = spawnGuarded(program, [...asUser, join(folder, 'pgbouncer.ini')], {
    orphanSignal: 'SIGTERM',
    onLine(line) {
      output.push(line)
      if (line.includes('process up')) ready.resolve()
    },
  })
  await Promise.race([ready.promise, running.exited.then(() => Promise.reject(new Error(output.join('\n'))))])
  closeAfterwards(async () => {
    await running.stop('SIGTERM', 2_000)
    await rm(folder, { recursive: true, force: true })
  })
  return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
}
