import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type EmbeddedPostgres, startPostgres } from './postgres.ts'

/**
 * Opens the embedded database of DATA_DIR for a command: the one that `npm start` runs there, which `stop` leaves running, or
 * else one that `stop` stops.
 */
export async function openEmbeddedDatabase(dataDir: string): Promise<EmbeddedPostgres> {
  const url = await addressOfRunning(dataDir)
  return url === null ? startPostgres({ dataDir, log: () => {} }) : { url, stop: async () => {} }
}

/** Returns the address of the server that runs on the data, from its lock file; null if none does. */
async function addressOfRunning(dataDir: string): Promise<string | null> {
  const home = join(resolve(dataDir), 'postgres')
  const lock = await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, , , , status] = lock.split('\n')
  if (status?.trim() !== 'ready' || !isAlive(Number(pid))) return null
  const password = await readFile(join(home, 'password'), 'utf8')
  return `postgres://registry:${password}@127.0.0.1:${port}/postgres`
}

/** A killed server leaves its lock file behind. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
