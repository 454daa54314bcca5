import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { listMarketProjects } from '#shared/contract/market.ts'

export type Listed = ReplyOf<typeof listMarketProjects>['items'][number]
const dayMs = 24 * 60 * 60 * 1000
/** How many of each kind a collection tab shows. */
const shown = 8

/**
 * A listed project with what the market's sorts and filters need, taken from the registry alone: no prices are asked,
 * everything issued is verified, nothing is minted lazily, and nothing here is not safe for work.
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

/** The same items flagged as the three collections: changed last, most held, added last. */
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

/** The ranking's rows: most held first. */
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
