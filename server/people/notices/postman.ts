import type { Changes, Worker } from '#server/infra/db/changes.ts'
import type { Database } from '#server/infra/db/database.ts'
import { hashOfToken, newLinkToken } from '#server/infra/link-token.ts'
import { deliver, type Post, type PostmanDeps, startPostman, type TakenLetter } from '#server/people/letters/postman.ts'
import { type Site, siteOf } from '#server/people/tenants/sites.ts'
import { stopDoor, stopLinkDays } from '#shared/rules/account-stop.ts'
import { limits } from '#shared/rules/limits.ts'
import { movementKinds } from '#shared/rules/notices.ts'
import { dueLetters, insertStopLink, noticesIn, type Receiver, receiverOf } from './letter.store.ts'
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
      const site = await siteOf({ sql, config }, taken.tenantId)
      return letterOf(receiver, notices, site, { ...taken, stopUrl: await stopUrlOf(sql, taken, receiver, site) })
    },
  }
}

/** Stops the account of a movement's reader. A new one at each try, as only its hash is stored. */
async function stopUrlOf(
  sql: Database,
  { tenantId, username, kind }: TakenLetter,
  { accountId }: Receiver,
  { origin }: Site,
): Promise<string | null> {
  if (username === null || accountId === null || !movementKinds.some((each) => each === kind)) return null
  const token = `${tenantId}.${newLinkToken()}`
  const reader = { tenantId, username, accountId }
  await insertStopLink(sql, { ...reader, tokenHash: hashOfToken(token), days: stopLinkDays })
  return `${origin}${stopDoor}#${token}`
}

/** Sends letters at new notices, and waiting ones every 30 s. */
export function startNoticeLetters(deps: PostmanDeps, notices: Changes): Worker {
  return startPostman(deps, notices, (isStopped) => deliverNotices(deps, isStopped))
}
