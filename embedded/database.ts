import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isHeld, lockOf } from './lock-file.ts'
import { type EmbeddedPostgres, startPostgres } from './postgres.ts'

/** Opens the embedded database: a running server, which `stop` leaves running, else a new one. */
export async function openEmbeddedDatabase(dataDir: string): Promise<EmbeddedPostgres> {
  const url = await addressOfRunning(dataDir)
  return url === null ? startPostgres({ dataDir, log: () => {} }) : { url, stop: async () => {} }
}

/** The running server's URL, or null. */
async function addressOfRunning(dataDir: string): Promise<string | null> {
  const home = join(resolve(dataDir), 'postgres')
  const cluster = join(home, 'cluster')
  const lock = await lockOf(cluster)
  if (lock?.status !== 'ready' || !(await isHeld(cluster, lock))) return null
  const password = await readFile(join(home, 'password'), 'utf8')
  return `postgres://registry:${password}@127.0.0.1:${lock.port}/postgres`
}
