import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type EmbeddedPostgres, startPostgres } from './postgres.ts'

/**
 * The embedded database of DATA_DIR for a command beside `npm start`: the one that runs there, which stays running, or
 * one that is started for as long as the command needs it.
 */
export async function openEmbeddedDatabase(dataDir: string, log: (line: string) => void): Promise<EmbeddedPostgres> {
  const url = await addressOfRunning(dataDir)
  return url === null ? startPostgres({ dataDir, log }) : { url, stop: async () => {} }
}

/** The address of the server that holds the data now, from its lock file; null when none does. */
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
