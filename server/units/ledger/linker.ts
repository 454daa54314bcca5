import { type Changes, type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, levelOf } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/log.ts'
import { linkPending } from './hash-chain.ts'
import { linkMark } from './link-mark.ts'

/** Delay of a movement whose process died before the ring. */
const lookEveryMs = 2_000

/** Links on each ring and every two seconds. Logs failures and retries. */
export function startLinking(sql: Database, recorded: Changes, log: Log): Worker {
  const mark = linkMark(sql)
  const work = async (isStopped: () => boolean) => {
    try {
      while (!(await linkPending(sql)) && !isStopped());
      await mark.advance()
    } catch (err) {
      log[levelOf(err)]({ err }, 'The hash chain waits: a pass failed.')
    }
  }
  return workOnChanges({ changes: recorded, work, lookEveryMs })
}
