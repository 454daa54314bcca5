import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/infra/config.ts'
import { Refused } from '#server/infra/refused.ts'

/** PostgreSQL sets and checks the mode of its own folder. */
const ownEntries = ['chain', 'files', 'web', 'sandbox-password'] as const
const databaseEntries = ['postgres', 'postgres.new']

/**
 * Creates DATA_DIR and makes its data, new and existing, private to this user. A folder with other files keeps its
 * mode. Throws Refused if DATA_DIR is not writable.
 */
export async function makeDataDir({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<void> {
  makeNewFilesPrivate()
  try {
    await mkdir(DATA_DIR, { recursive: true })
    await access(DATA_DIR, constants.W_OK)
  } catch {
    throw new Refused(`${DATA_DIR} may not be written by this user. Set DATA_DIR to a folder of your own.`)
  }
  const names = await readdir(DATA_DIR)
  const known = new Set<string>([...ownEntries, ...databaseEntries])
  if (names.every((name) => known.has(name))) await narrow(DATA_DIR)
  for (const name of ownEntries.filter((name) => names.includes(name))) await narrowAll(join(DATA_DIR, name))
}

/** New files are private to this user. */
export function makeNewFilesPrivate(): void {
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

/** Only the owner may change modes. */
async function narrow(path: string): Promise<void> {
  const { mode, uid } = await stat(path)
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(path, mode & 0o700)
}
