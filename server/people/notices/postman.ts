import type { Changes, Worker } from '#server/infra/db/changes.ts'
import { deliver, type Post, type PostmanDeps, startPostman } from '#server/people/letters/postman.ts'
import { siteOf } from '#server/people/tenants/sites.ts'
import { limits } from '#shared/rules/limits.ts'
import { dueLetters, noticesIn, receiverOf } from './letter.store.ts'
import { letterOf } from './letter.ts'
import { sortNotices } from './sorting.ts'

/** Notified of new notices. */
export const noticeChannel = 'notice'

/** Sorts new notices into letters and sends due letters. */
export async function deliverNotices(deps: PostmanDeps, isStopped = () => false): Promise<void> {
  await sortNotices(deps.sql, isStopped)
  await deliver(deps, postOf(deps), isStopped)
}

function postOf({ sql, config }: Pick<PostmanDeps, 'sql' | 'config'>): Post {
  return {
    due: (limit) => dueLetters(sql, limit),
    async write(taken) {
      const receiver = await receiverOf(sql, taken)
      if (!receiver?.isWanted) return null
      const notices = await noticesIn(sql, taken, limits.noticesInLetter)
      return letterOf(receiver, notices, await siteOf({ sql, config }, taken.tenantId), taken)
    },
  }
}

/** Sends letters at new notices, and waiting ones every 30 s. */
export function startNoticeLetters(deps: PostmanDeps, notices: Changes): Worker {
  return startPostman(deps, notices, (isStopped) => deliverNotices(deps, isStopped))
}
