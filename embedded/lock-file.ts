import { readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandOf } from './process-table.ts'

/** What PostgreSQL writes into the lock file of a cluster about the server that runs on it. */
type Lock = { pid: number; port: number; status: string }

const nameIn = (cluster: string) => join(cluster, 'postmaster.pid')
/** Above what any system gives to a process. */
const nobodysPid = 99_999_999

/** Returns what the lock file says, whether its server lives or not; null if there is none. */
export async function lockOf(cluster: string): Promise<Lock | null> {
  const text = await readFile(nameIn(cluster), 'utf8').catch(() => null)
  if (text === null) return null
  const [pid, , , port, , , , status] = text.split('\n')
  return { pid: Number(pid), port: Number(port), status: status?.trim() ?? '' }
}

/** Whether the server of the lock file lives. A killed one leaves its lock, and its process id may be another one's by now. */
export async function isHeld(cluster: string, { pid }: Lock): Promise<boolean> {
  const command = await commandOf(pid)
  const data = command[command.indexOf('-D') + 1]
  if (!command.includes('-D') || data === undefined) return command.some((word) => /postgres/.test(word))
  return (await realpath(data).catch(() => data)) === (await realpath(cluster))
}

/**
 * Takes the process id of a stranger out of the lock file, and returns whether it did: PostgreSQL refuses to start while any
 * process with that id lives. The rest of the file stays, for PostgreSQL looks there for the memory of a server whose
 * children still run.
 */
export async function disownStranger(cluster: string): Promise<boolean> {
  const lock = await lockOf(cluster)
  if (!lock || lock.pid === nobodysPid || (await isHeld(cluster, lock))) return false
  const text = await readFile(nameIn(cluster), 'utf8').catch(() => null)
  // A server that was stopping has taken it away by now.
  if (text === null) return false
  const [, ...rest] = text.split('\n')
  await writeFile(nameIn(cluster), [String(nobodysPid), ...rest].join('\n'))
  return true
}
