import type { Config } from '#server/infra/config.ts'
import { type Changes, type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import type { Database } from '#server/infra/db/database.ts'
import type { Mail } from '#server/infra/mail/mail.ts'
import { siteOf } from '#server/people/tenants/sites.ts'
import { letterOf } from './letter.ts'
import { type DueLetter, setFailed, setSent, setUnwanted, takeDue } from './notices.store.ts'

type Log = {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export type PostmanDeps = { sql: Database; config: Config; mail: Mail; log: Log }

/** Letters on their way at a time. */
const batch = 5
/** With the delays of `takeDue`, the last try is some two days after the first. */
const mostAttempts = 8
const lookEveryMs = 30_000

/** Tells the postman that there are notices. */
export const noticeChannel = 'notice'

/**
 * Sends every letter that is due. One that was sent and not marked, because the process died in between, is sent again:
 * twice is possible, never is not. Safe to run in several processes. A mail server that fails is logged, not thrown.
 */
export async function deliverDue(deps: PostmanDeps, isStopped = () => false): Promise<void> {
  for (let due = await takeDue(deps.sql, batch); due.length > 0; due = await takeDue(deps.sql, batch)) {
    const failures = (await Promise.all(due.map((letter) => deliver(deps, letter)))).filter((each) => each !== null)
    if (failures.length > 0)
      deps.log.warn({ letters: failures.length, code: failures[0] }, 'letters wait for the mail server')
    if (isStopped()) return
  }
}

/** Returns null, or what the mail server said in a word. */
async function deliver({ sql, config, mail, log }: PostmanDeps, due: DueLetter): Promise<string | null> {
  if (!due.isWanted) {
    await setUnwanted(sql, due)
    return null
  }
  try {
    await mail.send(letterOf(due, await siteOf({ sql, config }, due.tenantId)))
  } catch (error) {
    const isLast = due.attempts >= mostAttempts
    await setFailed(sql, due, String(error), isLast)
    const code = codeOf(error)
    if (isLast) log.error({ tenantId: due.tenantId, notice: String(due.sequence), code }, 'a letter was given up')
    return code
  }
  await setSent(sql, due)
  return null
}

/** What the mail server says in full may name the receiver, who does not belong in a log; it stays in the notice. */
function codeOf(error: unknown): string {
  return error instanceof Error ? String(Reflect.get(error, 'responseCode') ?? Reflect.get(error, 'code')) : 'unknown'
}

/** Sends letters behind the acts: whenever somebody was told something, and now and then for those that failed. */
export function startPostman(deps: PostmanDeps, told: Changes): Worker {
  const work = (isStopped: () => boolean) =>
    deliverDue(deps, isStopped).catch((err: unknown) => deps.log.error({ err }, 'the postman waits'))
  return workOnChanges({ changes: told, work, lookEveryMs })
}
