import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectDatabase } from '#server/infra/db/database.ts'
import { world } from './world.ts'

/** The embedded database, beside the registry. */
export async function theDatabase() {
  const [pid, password] = await Promise.all(
    ['cluster/postmaster.pid', 'password'].map((file) => readFile(join(world.dataDir, 'postgres', file), 'utf8')),
  )
  const port = pid?.split('\n')[3]
  return connectDatabase(`postgres://registry:${password?.trim()}@127.0.0.1:${port}/postgres`)
}
