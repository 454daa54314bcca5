import { type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, inTransaction, levelOf } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/doors/deps.ts'
import { remindOfDue } from './reminders.store.ts'

type ReminderDeps = { sql: Database; now: () => Date; log: Pick<Log, 'warn' | 'error'> }

const lookEveryMs = 10 * 60_000

/** Reminds of what is due soon or overdue today; several processes may do so at once. Returns how many reminders were sent. */
export function remind({ sql, now }: Pick<ReminderDeps, 'sql' | 'now'>): Promise<number> {
  return inTransaction(sql, (tx) => remindOfDue(tx, now().toISOString().slice(0, 10)))
}

/** Reminds as long as it runs. A failure of the database is logged and tried again. */
export function startReminding(deps: ReminderDeps): Worker {
  const work = async () => {
    await remind(deps).catch((err: unknown) => deps.log[levelOf(err)]({ err }, 'reminders wait'))
  }
  return workOnChanges({ work, lookEveryMs })
}
