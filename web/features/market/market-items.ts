import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { listMarketProjects } from '#shared/contract/market.ts'

export type Listed = ReplyOf<typeof listMarketProjects>['items'][number]
const dayMs = 24 * 60 * 60 * 1000
/** How many of each kind a collection tab shows. */
const shown = 8

/**
 * Returns a listed project with the fields that the market's sorts and filters need. They follow from the registry: no
 * item has a price, whatever is minted is verified, the rest is lazily minted, and nothing is not safe for work.
 */
export function itemOf(project: Listed) {
  return {
    project,
    sortPrice: null,
    addDate: project.createdAt,
    verified: project.assetsMinted > 0,
    nfsw: false,
    lazyMinted: project.assetsMinted === 0,
  }
}
export type Item = ReturnType<typeof itemOf>

/** Returns the items with flags for the three collections: changed last, most held, added last. */
export function collectionsOf(items: readonly Item[]) {
  const first = (compare: (one: Item, other: Item) => number) => new Set(items.toSorted(compare).slice(0, shown))
  const trending = first((one, other) => other.project.changed_at.localeCompare(one.project.changed_at))
  const top = first((one, other) => other.project.balance - one.project.balance)
  const recent = first((one, other) => other.addDate.localeCompare(one.addDate))
  return items.map((item) => ({
    item,
    trending: trending.has(item),
    top: top.has(item),
    recent: recent.has(item),
  }))
}

/** Returns the rows of the ranking, most held first. */
export function rankingOf(items: readonly Item[], blockchain: string, now: number) {
  return items
    .toSorted((one, other) => other.project.balance - one.project.balance)
    .map((item) => ({
      item,
      category: item.project.type,
      blockchain,
      postDate: now - Date.parse(item.addDate) <= 7 * dayMs ? 'Last Week' : 'All Time',
    }))
}
