import { type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, inTransaction, levelOf } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/doors/deps.ts'
import { tellOfEnds } from '#server/people/users/users.ts'
import { remindOfDue } from './reminders.store.ts'

type ReminderDeps = { sql: Database; now: () => Date; log: Pick<Log, 'warn' | 'error'> }

const lookEveryMs = 10 * 60_000

/** Safe to run concurrently. Returns the number of reminders. */
export function remind({ sql, now }: Pick<ReminderDeps, 'sql' | 'now'>): Promise<number> {
  return inTransaction(sql, (tx) => remindOfDue(tx, now().toISOString().slice(0, 10)))
}

/** Logs database failures and retries. */
export function startReminding(deps: ReminderDeps): Worker {
  const work = async () => {
    await remind(deps).catch((err: unknown) => deps.log[levelOf(err)]({ err }, 'reminders wait'))
    await tellOfEnds(deps.sql, deps.now()).catch((err: unknown) => deps.log[levelOf(err)]({ err }, 'reminders wait'))
  }
  return workOnChanges({ work, lookEveryMs })
}
