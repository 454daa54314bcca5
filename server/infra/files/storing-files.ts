import { randomBytes } from 'node:crypto'
import { type Database, inTenant, type Sql } from '#server/infra/db/database.ts'
import { addUnnamed, takeUnnamed } from '#server/infra/db/unnamed-files.ts'
import { Failure } from '#shared/rules/failure.ts'
import type { Draft, FileStore } from './stored-file.ts'

const nameBytes = 16

export function randomName(): string {
  return randomBytes(nameBytes).toString('hex')
}

type FileDeps = { sql: Database; files: FileStore }

/** `key` must be new: two writers of one key would remove each other's bytes. */
export type NewFile = { key: string; draft: Draft; mediaType: string }

/** Marks files that no row names any more; their bytes go after the transaction. */
export type ReleaseFiles = (keys: readonly string[]) => Promise<void>

/**
 * Stores files, and runs `work`, whose rows name them, in a transaction. Files without a row, after any failure or a
 * lost COMMIT answer, are removed at once or by the sweep. Fails like `work`.
 */
export async function storingFiles<Result>(
  deps: FileDeps,
  tenantId: string,
  files: readonly NewFile[],
  work: (tx: Sql, releaseFiles: ReleaseFiles) => Promise<Result>,
): Promise<Result> {
  const keys = files.map(({ key }) => key)
  let released: string[] = []
  try {
    if (keys.length > 0) await inTenant(deps.sql, tenantId, (tx) => addUnnamed(tx, tenantId, keys))
    for (const { key, draft, mediaType } of files) await deps.files.put(key, draft, mediaType)
    const result = await inTenant(deps.sql, tenantId, async (tx) => {
      released = []
      const taken = keys.length > 0 ? await takeUnnamed(tx, tenantId, keys) : []
      // The sweep took this upload for abandoned.
      if (taken.length < keys.length) throw new Failure('unavailable', 'The file took too long. Send it again.')
      return work(tx, async (unnamed) => {
        released.push(...unnamed)
        await addUnnamed(tx, tenantId, unnamed)
      })
    })
    await removeUnnamed(deps, tenantId, released)
    return result
  } catch (error) {
    await removeUnnamed(deps, tenantId, [...keys, ...released])
    throw error
  }
}

/** The sweep repeats failed removals. */
async function removeUnnamed({ sql, files }: FileDeps, tenantId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await inTenant(sql, tenantId, async (tx) => {
    for (const key of await takeUnnamed(tx, tenantId, keys)) await files.remove(key)
  }).catch(() => {})
}
