import type { Config } from '#server/infra/config.ts'
import { type Changes, type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, type Fragment, levelOf } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/doors/deps.ts'
import { isRefusedForGood, type Letter, type Mail, mailCodeOf } from '#server/infra/mail/mail.ts'
import { forgetLetter, setFailed, setSent, type TakenLetter, takeLetters } from './letters.store.ts'

export type PostmanDeps = { sql: Database; config: Config; mail: Pick<Mail, 'send'>; log: Pick<Log, 'warn' | 'error'> }

/** Letters of one sort: which of them are due, and what they say. */
export type Post = {
  /** A query that finds up to `limit` due letters by `tenant_id` and `id`, locks them and skips what is locked. */
  due(limit: number): Fragment
  /** Returns null for a letter that nobody wants any more. */
  write(letter: TakenLetter): Promise<Letter | null>
}

/** How many letters are sent at a time. */
const batch = 5
/** With the delays of `takeLetters`, the last try is some two days after the first. */
const mostAttempts = 8
const lookEveryMs = 30_000

/**
 * Sends every letter that is due. If the process dies after sending a letter and before recording it, the letter is sent
 * again. Several processes may run this at once. A failure of the mail server is logged, not thrown.
 */
export async function deliver(deps: PostmanDeps, post: Post, isStopped = () => false): Promise<void> {
  const take = () => takeLetters(deps.sql, post.due(batch))
  for (let due = await take(); due.length > 0; due = await take()) {
    const failures = (await Promise.all(due.map((letter) => send(deps, post, letter)))).filter((each) => each !== null)
    if (failures.length > 0)
      deps.log.warn({ letters: failures.length, code: failures[0] }, 'letters wait for the mail server')
    if (isStopped()) return
  }
}

/** Returns null, or the error code of the mail server where the letter waits. */
async function send({ sql, mail, log }: PostmanDeps, post: Post, taken: TakenLetter): Promise<string | null> {
  try {
    const letter = await post.write(taken)
    if (letter === null) {
      await forgetLetter(sql, taken)
      return null
    }
    await mail.send(letter)
  } catch (error) {
    const isRefused = isRefusedForGood(error)
    const isLast = isRefused || taken.attempts >= mostAttempts
    await setFailed(sql, taken, String(error), { isLast, isRefused })
    const code = mailCodeOf(error)
    if (!isLast) return code
    log.error({ tenantId: taken.tenantId, letter: String(taken.id), kind: taken.kind, code }, 'a letter was given up')
    return null
  }
  await setSent(sql, taken)
  return null
}

/** Does `work` behind the writes, which delivers letters: at every change, and every 30 s for those that failed or had to wait. */
export function startPostman({ log }: Pick<PostmanDeps, 'log'>, changes: Changes, work: Deliver): Worker {
  return workOnChanges({
    changes,
    work: (isStopped) => work(isStopped).catch((err: unknown) => log[levelOf(err)]({ err }, 'the postman waits')),
    lookEveryMs,
  })
}

type Deliver = (isStopped: () => boolean) => Promise<void>
