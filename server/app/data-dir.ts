import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/infra/config.ts'
import { Refused } from '#server/infra/refused.ts'

/** What a start keeps in DATA_DIR. The database's own folder is as PostgreSQL makes and checks it. */
const kept = ['chain', 'files', 'web', 'sandbox-password'] as const
const ofDatabase = ['postgres', 'postgres.new']

/**
 * Makes DATA_DIR, and whatever this process writes from now on, for its own user alone. What an earlier start left open to others
 * is closed, and so is the folder itself, unless it holds something that is not ours. Throws Refused where it may not write.
 */
export async function makeDataDir({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<void> {
  keepToOurselves()
  try {
    await mkdir(DATA_DIR, { recursive: true })
    await access(DATA_DIR, constants.W_OK)
  } catch {
    throw new Refused(`${DATA_DIR} may not be written by this user. Set DATA_DIR to a folder of your own.`)
  }
  const names = await readdir(DATA_DIR)
  const ours = new Set<string>([...kept, ...ofDatabase])
  if (names.every((name) => ours.has(name))) await narrow(DATA_DIR)
  for (const name of kept.filter((name) => names.includes(name))) await narrowAll(join(DATA_DIR, name))
}

/** Files that this process makes are for its own user alone. */
export function keepToOurselves(): void {
  process.umask(0o077)
}

async function narrowAll(path: string): Promise<void> {
  await narrow(path)
  const facts = await stat(path)
  if (!facts.isDirectory()) return
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await narrow(join(entry.parentPath, entry.name))
  }
}

/** Takes the rights of others away, where it is ours to do so. */
async function narrow(path: string): Promise<void> {
  const { mode, uid } = await stat(path)
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(path, mode & 0o700)
}
