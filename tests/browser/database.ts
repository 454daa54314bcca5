import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectDatabase } from '#server/infra/db/database.ts'
import { world } from './world.ts'

/** The embedded database of a registry, by default of the shared one. */
export async function theDatabase({ dataDir } = world) {
  const [pid, password] = await Promise.all(
    ['cluster/postmaster.pid', 'password'].map((file) => readFile(join(dataDir, 'postgres', file), 'utf8')),
  )
  const port = pid?.split('\n')[3]
  return connectDatabase(`postgres://registry:${password?.trim()}@127.0.0.1:${port}/postgres`)
}
