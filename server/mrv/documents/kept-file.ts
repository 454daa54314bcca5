import { randomBytes } from 'node:crypto'
import { inTenant, type Sql } from '#server/infra/db/database.ts'
import type { Draft } from '#server/infra/files/store.ts'
import type { UnitsDeps } from '#server/units/deps.ts'

const nameBytes = 16

/** A name that nobody can guess. */
export function randomName(): string {
  return randomBytes(nameBytes).toString('hex')
}

/** Stores a file, then does the work that refers to it; removes the file again when that work fails. */
export async function keeping<Result>(
  deps: UnitsDeps,
  tenantId: string,
  file: { key: string; draft: Draft; mediaType: string },
  work: (tx: Sql) => Promise<Result>,
): Promise<Result> {
  await deps.files.put(file.key, file.draft, file.mediaType)
  try {
    return await inTenant(deps.sql, tenantId, work)
  } catch (error) {
    await forget(deps, file.key)
    throw error
  }
}

/** Removes a file that nothing refers to; if that fails, the file stays and harms nobody. */
export async function forget({ files }: UnitsDeps, key: string): Promise<void> {
  await files.remove(key).catch(() => {})
}
