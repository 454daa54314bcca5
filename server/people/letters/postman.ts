import type { Config } from '#server/infra/config.ts'
import { type Changes, type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, type Fragment, levelOf } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/doors/deps.ts'
import { isRefusedForGood, type Letter, type Mail, mailCodeOf } from '#server/infra/mail/mail.ts'
import { forgetLetter, setFailed, setSent, type TakenLetter, takeLetters } from './letters.store.ts'

export type { TakenLetter } from './letters.store.ts'

export type PostmanDeps = { sql: Database; config: Config; mail: Pick<Mail, 'send'>; log: Pick<Log, 'warn' | 'error'> }

export type Post = {
  /** Selects up to `limit` due letters by `tenant_id` and `id`, with `for update skip locked`. */
  due(limit: number): Fragment
  /** Returns null for an unwanted letter. */
  write(letter: TakenLetter): Promise<Letter | null>
}

const batch = 5
/** The last try is about two days after the first. */
const mostAttempts = 8
const lookEveryMs = 30_000

/**
 * Sends all due letters; several processes may run it. A crash between sending and recording sends a letter twice. Mail
 * errors are logged, not thrown.
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

/** Returns the mail server's error code if the letter will be retried. */
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

/** Runs `work` at each change, and every 30 s for waiting letters. */
export function startPostman({ log }: Pick<PostmanDeps, 'log'>, changes: Changes, work: Deliver): Worker {
  return workOnChanges({
    changes,
    work: (isStopped) => work(isStopped).catch((err: unknown) => log[levelOf(err)]({ err }, 'the postman waits')),
    lookEveryMs,
  })
}

type Deliver = (isStopped: () => boolean) => Promise<void>
