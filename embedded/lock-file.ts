import { readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandOf } from './process-table.ts'

type Lock = { pid: number; port: number; status: string }

const nameIn = (cluster: string) => join(cluster, 'postmaster.pid')
/** Above every process id. */
const nobodysPid = 99_999_999

/** The lock file's content, whether the server lives or not; null without one. */
export async function lockOf(cluster: string): Promise<Lock | null> {
  const text = await readFile(nameIn(cluster), 'utf8').catch(() => null)
  if (text === null) return null
  const [pid, , , port, , , , status] = text.split('\n')
  return { pid: Number(pid), port: Number(port), status: status?.trim() ?? '' }
}

/** Whether the server lives. A killed server leaves its lock, and its process id may be reused. */
export async function isHeld(cluster: string, { pid }: Lock): Promise<boolean> {
  const command = await commandOf(pid)
  const data = command[command.indexOf('-D') + 1]
  if (!command.includes('-D') || data === undefined) return command.some((word) => /postgres/.test(word))
  return (await realpath(data).catch(() => data)) === (await realpath(cluster))
}

/**
 * Removes a stranger's process id, because PostgreSQL refuses to start while that process lives. Returns whether it
 * did. The rest stays: PostgreSQL needs it to find the shared memory of surviving children.
 */
export async function disownStranger(cluster: string): Promise<boolean> {
  const lock = await lockOf(cluster)
  if (!lock || lock.pid === nobodysPid || (await isHeld(cluster, lock))) return false
  const text = await readFile(nameIn(cluster), 'utf8').catch(() => null)
  // A stopping server has removed it.
  if (text === null) return false
  const [, ...rest] = text.split('\n')
  await writeFile(nameIn(cluster), [String(nobodysPid), ...rest].join('\n'))
  return true
}
