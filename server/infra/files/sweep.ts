import { type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, inTransaction, levelOf } from '#server/infra/db/database.ts'
import { takeUnnamed, unnamedSince } from '#server/infra/db/unnamed-files.ts'
import type { Log } from '#server/infra/log.ts'
import type { FileStore } from './stored-file.ts'

type SweepDeps = { sql: Database; files: FileStore; now: () => Date; log: Pick<Log, 'info' | 'warn' | 'error'> }

const lookEveryMs = 10 * 60_000
/** Longer than any upload; `storingFiles` refuses later ones. */
const abandonedAfterMs = 3_600_000
const mostAtOnce = 100

/**
 * Removes files without a row for an hour, left by dead processes or failed removals, and returns their number. Safe in
 * parallel processes. Logs failures.
 */
export async function sweepFiles({ sql, files, now, log }: SweepDeps): Promise<number> {
  const before = new Date(now().valueOf() - abandonedAfterMs)
  const unnamed = await unnamedSince(sql, before, mostAtOnce)
  let swept = 0
  for (const { tenantId, key } of unnamed) {
    await inTransaction(sql, async (tx) => {
      for (const taken of await takeUnnamed(tx, tenantId, [key])) await files.remove(taken)
    }).then(
      () => (swept += 1),
      (err: unknown) => log[levelOf(err)]({ err, key }, 'a file that no row names could not be removed'),
    )
  }
  return swept
}

/** Retries failures. */
export function startSweeping(deps: SweepDeps): Worker {
  const work = async (isStopped: () => boolean) => {
    for (let swept = mostAtOnce; swept === mostAtOnce && !isStopped(); ) {
      swept = await sweepFiles(deps).catch((err: unknown) => {
        deps.log[levelOf(err)]({ err }, 'the sweep of files waits')
        return 0
      })
      if (swept > 0) deps.log.info({ swept }, 'files that no row names were removed')
    }
  }
  return workOnChanges({ work, lookEveryMs })
}
