import { setTimeout as pause } from 'node:timers/promises'
import { type Changes, type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, levelOf } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/log.ts'
import { linkPending } from './hash-chain.ts'

/** How long movements gather before they are linked. */
const gatherMs = 200
const lookEveryMs = 30_000

/** Links movements into the hash chain whenever some were recorded, and every half minute. Failures are logged and tried again. */
export function startLinking(sql: Database, recorded: Changes, log: Log): Worker {
  const work = async () => {
    await pause(gatherMs)
    await linkPending(sql).catch((err: unknown) => {
      log[levelOf(err)]({ err }, 'The hash chain waits: a pass failed.')
    })
  }
  return workOnChanges({ changes: recorded, work, lookEveryMs })
}
