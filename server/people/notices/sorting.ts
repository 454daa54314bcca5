import { type Database, inTransaction } from '#server/infra/db/database.ts'
import { nextSlot } from '#shared/rules/gathering.ts'
import { urgentKinds } from '#shared/rules/notices.ts'
import { beginLetters, earlierLetters, openLetters, type Pile, putIntoLetters, unsorted } from './sorting.store.ts'

const batch = 500

/**
 * Adds notices to the open letter of their kind and person, else begins one for `nextSlot`. Several processes may run
 * it.
 */
export async function sortNotices(sql: Database, isStopped = () => false): Promise<void> {
  while (!isStopped() && (await inTransaction(sql, sortSome)) === batch);
}

async function sortSome(tx: Parameters<typeof unsorted>[0]): Promise<number> {
  const piles = await unsorted(tx, batch)
  if (piles.length === 0) return 0
  const open = new Set((await openLetters(tx, piles)).map(nameOf))
  const waiting = piles.filter((pile) => !open.has(nameOf(pile)))
  const earlier = Map.groupBy(await earlierLetters(tx, waiting), nameOf)
  const begun = waiting.map((pile) => ({
    ...pile,
    ...nextSlot(earlier.get(nameOf(pile)) ?? [], pile.first, { isUrgent: urgentKinds.includes(pile.kind) }),
  }))
  await beginLetters(tx, begun)
  await putIntoLetters(tx, piles)
  return piles.reduce((sum, { sequences }) => sum + sequences.length, 0)
}

function nameOf({ tenantId, username, kind }: Pick<Pile, 'tenantId' | 'username' | 'kind'>): string {
  return [tenantId, kind, username].join(' ')
}
