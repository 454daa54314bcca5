import type { Config } from '#server/infra/config.ts'
import { type Changes, type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, levelOf } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/doors/deps.ts'
import { isRefusedForGood, type Mail, mailCodeOf } from '#server/infra/mail/mail.ts'
import { siteOf } from '#server/people/tenants/sites.ts'
import { letterOf } from './letter.ts'
import { type DueLetter, setFailed, setSent, setUnwanted, takeDue } from './notices.store.ts'

export type PostmanDeps = { sql: Database; config: Config; mail: Pick<Mail, 'send'>; log: Pick<Log, 'warn' | 'error'> }

/** How many letters are sent at a time. */
const batch = 5
/** With the delays of `takeDue`, the last try is some two days after the first. */
const mostAttempts = 8
const lookEveryMs = 30_000

/** The channel on which the postman hears of new notices. */
export const noticeChannel = 'notice'

/**
 * Sends every letter that is due. If the process dies after sending a letter and before recording it, the letter is sent
 * again. Several processes may run this at once. A failure of the mail server is logged, not thrown.
 */
export async function deliverDue(deps: PostmanDeps, isStopped = () => false): Promise<void> {
  for (let due = await takeDue(deps.sql, batch); due.length > 0; due = await takeDue(deps.sql, batch)) {
    const failures = (await Promise.all(due.map((letter) => deliver(deps, letter)))).filter((each) => each !== null)
    if (failures.length > 0)
      deps.log.warn({ letters: failures.length, code: failures[0] }, 'letters wait for the mail server')
    if (isStopped()) return
  }
}

/** Returns null, or the error code of the mail server. */
async function deliver({ sql, config, mail, log }: PostmanDeps, due: DueLetter): Promise<string | null> {
  if (!due.isWanted) {
    await setUnwanted(sql, due)
    return null
  }
  try {
    await mail.send(letterOf(due, await siteOf({ sql, config }, due.tenantId)))
  } catch (error) {
    const isRefused = isRefusedForGood(error)
    const isLast = isRefused || due.attempts >= mostAttempts
    await setFailed(sql, due, String(error), { isLast, isRefused })
    const code = mailCodeOf(error)
    if (isLast) log.error({ tenantId: due.tenantId, notice: String(due.sequence), code }, 'a letter was given up')
    return code
  }
  await setSent(sql, due)
  return null
}

/** Sends letters behind the writes: whenever there are new notices, and every 30 s those that failed. */
export function startPostman(deps: PostmanDeps, notices: Changes): Worker {
  const work = (isStopped: () => boolean) =>
    deliverDue(deps, isStopped).catch((err: unknown) => deps.log[levelOf(err)]({ err }, 'the postman waits'))
  return workOnChanges({ changes: notices, work, lookEveryMs })
}
