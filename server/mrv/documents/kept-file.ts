import { randomBytes } from 'node:crypto'
import { inTenant, type Sql } from '#server/infra/db/database.ts'
import type { Draft } from '#server/infra/files/store.ts'
import type { UnitsDeps } from '#server/units/deps.ts'

const nameBytes = 16

/** A name that nobody can guess. */
export function randomName(): string {
  return randomBytes(nameBytes).toString('hex')
}

export type KeptFile = { key: string; draft: Draft; mediaType: string }

/** Stores files, then does the work that refers to them; removes them again when anything of it fails. */
export async function keeping<Result>(
  deps: UnitsDeps,
  tenantId: string,
  files: readonly KeptFile[],
  work: (tx: Sql) => Promise<Result>,
): Promise<Result> {
  try {
    for (const { key, draft, mediaType } of files) await deps.files.put(key, draft, mediaType)
    return await inTenant(deps.sql, tenantId, work)
  } catch (error) {
    for (const { key } of files) await forget(deps, key)
    throw error
  }
}

/** Removes a file that nothing refers to; if that fails, the file stays and harms nobody. */
export async function forget({ files }: UnitsDeps, key: string): Promise<void> {
  await files.remove(key).catch(() => {})
}
