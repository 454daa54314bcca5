import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export const migrationsFolder = join(import.meta.dirname, '../../migrations')

/** A folder with the migrations up to `number`, except `without`. */
export async function migrationsUntil(number: string, without: readonly string[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of await readdir(migrationsFolder)) {
    const isEarlier = /^\d{4}_/.test(name) && name.slice(0, 4) <= number && !without.includes(name)
    if (isEarlier) await cp(join(migrationsFolder, name), join(folder, name))
  }
  return folder
}
