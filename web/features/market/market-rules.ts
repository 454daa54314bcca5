/** Sorts and filters of the market preview (specification, section 9), as pure functions. */

export const itemSorts = ['priceUp', 'priceDown', 'recentlyAdded', 'endingSoon'] as const
export const itemFilters = ['verified', 'nfsw', 'lazyMinted'] as const
export const collectionFilters = ['trending', 'top', 'recent'] as const
/** Neither filters. */
const wholeTimes = ['All Time', 'Last Year'] as const
export const everything = 'All'

export interface Sortable {
  /** Per unit. */
  sortPrice: number
  /** ISO 8601. */
  addDate: string
}

/** Sorts by one of the four options; any other value keeps the order. */
export function sortItems<Item extends Sortable>(items: readonly Item[], option: string): Item[] {
  const byPrice = (sign: 1 | -1) => (one: Item, other: Item) => sign * (one.sortPrice - other.sortPrice)
  switch (option) {
    case 'priceUp':
      return items.toSorted(byPrice(1))
    case 'priceDown':
      return items.toSorted(byPrice(-1))
    case 'recentlyAdded':
      return items.toSorted((one, other) => one.addDate.localeCompare(other.addDate))
    case 'endingSoon':
      return items.toSorted((one, other) => other.addDate.localeCompare(one.addDate))
    default:
      return [...items]
  }
}

export const isOfPrice = (option: string): boolean => option === 'priceUp' || option === 'priceDown'

export type Flagged = Record<(typeof itemFilters)[number], boolean>

/** Keeps the items with the flag; any other value keeps all. */
export function filterItems<Item extends Flagged>(items: readonly Item[], option: string): Item[] {
  const flag = itemFilters.find((name) => name === option)
  return flag ? items.filter((item) => item[flag]) : [...items]
}

export interface Ranked {
  category: string
  blockchain: string
  postDate: string
}

/** Keeps rows of a category, a blockchain and a time; `All`, `All Time` and `Last Year` keep all. */
export function filterRanking<Row extends Ranked>(
  rows: readonly Row[],
  { category, blockchain, postDate }: Ranked,
): Row[] {
  return rows.filter(
    (row) =>
      (category === everything || row.category === category) &&
      (blockchain === everything || row.blockchain === blockchain) &&
      (wholeTimes.some((time) => time === postDate) || row.postDate === postDate),
  )
}
