import { execFileSync } from 'node:child_process'
import { type GuardedProcess, spawnGuarded } from '#embedded/guarded-process.ts'

/** A Debian server that ends with the test. */
export type Server = GuardedProcess & { lines: readonly string[] }

export type ServerOptions = {
  env?: Record<string, string>
  cwd?: string
  /** Runs the server as `postgres`, because PostgreSQL refuses root. */
  asPostgres?: boolean
  orphanSignal?: NodeJS.Signals
}

const maxLines = 2_000
const debianPath = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'

export function startServer(command: string, args: string[], options: ServerOptions = {}): Server {
  const lines: string[] = []
  const server = spawnGuarded(command, args, {
    env: { PATH: debianPath, LC_ALL: 'C.UTF-8', ...options.env },
    cwd: options.cwd ?? '/',
    orphanSignal: options.orphanSignal ?? 'SIGTERM',
    ...(options.asPostgres ? postgresUser() : {}),
    onLine(line) {
      lines.push(line)
      if (lines.length > maxLines) lines.shift()
    },
  })
  return Object.assign(server, { lines })
}

/** Empty unless we are root. */
export function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Polls; throws with `said()` after the time limit. */
export async function until(isSo: () => Promise<boolean>, withinMs: number, describe: () => string): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`Not so within ${withinMs} ms:\n${describe()}`)
    await new Promise((wake) => setTimeout(wake, 100))
  }
}
