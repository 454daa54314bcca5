import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { listMarketProjects } from '#shared/contract/market.ts'

export type Item = ReplyOf<typeof listMarketProjects>['items'][number]
const dayMs = 24 * 60 * 60 * 1000
/** A collection has at most this many, and at most half of all items. */
const shown = 8

/** Returns the items with flags for three collections: most issued, most offered, newest. */
export function collectionsOf(items: readonly Item[]) {
  const first = (compare: (one: Item, other: Item) => number) =>
    new Set(items.toSorted(compare).slice(0, Math.min(shown, Math.ceil(items.length / 2))))
  const trending = first((one, other) => other.assetsMinted - one.assetsMinted)
  const top = first((one, other) => other.balance - one.balance)
  const recent = first((one, other) => other.addDate.localeCompare(one.addDate))
  return items.map((item) => ({ item, trending: trending.has(item), top: top.has(item), recent: recent.has(item) }))
}

/** Returns the ranking, most offered first. Units not yet issued have no blockchain. */
export function rankingOf(
  items: readonly Item[],
  { blockchain, none, now }: Record<'blockchain' | 'none', string> & { now: number },
) {
  return items
    .toSorted((one, other) => other.balance - one.balance)
    .map((item) => ({
      item,
      category: item.type,
      blockchain: item.verified && !item.lazyMinted ? blockchain : none,
      postDate: now - Date.parse(item.addDate) <= 7 * dayMs ? 'Last Week' : 'All Time',
    }))
}
