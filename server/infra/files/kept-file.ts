import { randomBytes } from 'node:crypto'
import { type Database, inTenant, type Sql } from '#server/infra/db/database.ts'
import { addUnnamed, takeUnnamed } from '#server/infra/db/unnamed-files.ts'
import { Failure } from '#shared/rules/failure.ts'
import type { Draft, FileStore } from './stored-file.ts'

const nameBytes = 16

/** A name that nobody can guess. */
export function randomName(): string {
  return randomBytes(nameBytes).toString('hex')
}

type FileDeps = { sql: Database; files: FileStore }

/** A file to be kept. No file ever had its key: two that write one key would remove each other's bytes. */
export type KeptFile = { key: string; draft: Draft; mediaType: string }

/** Says within a transaction which files no row names any more; their bytes go after it. */
export type LetGo = (keys: readonly string[]) => Promise<void>

/**
 * Stores files and does the work whose rows name them, in one transaction. Rows and bytes stay together whatever fails, also when the
 * answer to COMMIT is lost: what no row names is removed at once or, where that fails, by the sweep. Fails as the work does.
 */
export async function keeping<Result>(
  deps: FileDeps,
  tenantId: string,
  files: readonly KeptFile[],
  work: (tx: Sql, letGo: LetGo) => Promise<Result>,
): Promise<Result> {
  const keys = files.map(({ key }) => key)
  let gone: string[] = []
  try {
    if (keys.length > 0) await inTenant(deps.sql, tenantId, (tx) => addUnnamed(tx, tenantId, keys))
    for (const { key, draft, mediaType } of files) await deps.files.put(key, draft, mediaType)
    const result = await inTenant(deps.sql, tenantId, async (tx) => {
      gone = []
      const taken = keys.length > 0 ? await takeUnnamed(tx, tenantId, keys) : []
      // The sweep has taken this upload, which stood still for longer than any, for a dead one.
      if (taken.length < keys.length) throw new Failure('unavailable', 'The file took too long. Send it again.')
      return work(tx, async (unnamed) => {
        gone.push(...unnamed)
        await addUnnamed(tx, tenantId, unnamed)
      })
    })
    await removeUnnamed(deps, tenantId, gone)
    return result
  } catch (error) {
    await removeUnnamed(deps, tenantId, [...keys, ...gone])
    throw error
  }
}

/** Removes the bytes of those of these files that no row names; if that fails, the sweep does it. */
async function removeUnnamed({ sql, files }: FileDeps, tenantId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await inTenant(sql, tenantId, async (tx) => {
    for (const key of await takeUnnamed(tx, tenantId, keys)) await files.remove(key)
  }).catch(() => {})
}
