import type { clear, get, setMany } from 'idb-keyval'

/** `idb-keyval` on one object store. */
export interface KeyValues {
  get: (key: string) => ReturnType<typeof get>
  setMany: (entries: [string, unknown][]) => ReturnType<typeof setMany>
  delMany: (keys: string[]) => Promise<void>
  clear: () => ReturnType<typeof clear>
}

export interface Kept {
  answer: unknown
  /** In ms since 1970. */
  at: number
}

/** Whose answers are kept, and the page that read each address last. */
interface Index {
  owner: string
  addresses: Record<string, { page: string; at: number }>
}

const indexKey = 'index'
export const pagesKept = 50
/** A longer answer is not kept. */
const longest = 1_000_000

/**
 * The answers of the last 50 pages of one person of one tenant. `owner` names the present person; null keeps and
 * returns nothing. Answers of another owner are deleted before anything is kept or returned.
 */
export function keptAnswers(store: KeyValues, owner: () => string | null) {
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other, so that the index fits the answers. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }

  async function ownIndex(): Promise<Index | null> {
    const now = owner()
    if (now === null) return null
    const index = (await store.get(indexKey)) as Index | undefined
    if (index?.owner === now) return index
    if (index) await store.clear()
    return { owner: now, addresses: {} }
  }

  return {
    /** Deletes what another person's page kept. */
    open: () => inTurn(ownIndex),

    keep: (address: string, { answer, at }: Kept, page: string) =>
      inTurn(async () => {
        const index = await ownIndex()
        if (!index || answer === undefined || JSON.stringify(answer).length > longest) return
        index.addresses[address] = { page, at }
        const dropped = beyond(index, pagesKept)
        for (const old of dropped) delete index.addresses[old]
        await store.setMany([
          [address, { answer, at } satisfies Kept],
          [indexKey, index],
        ])
        await store.delMany(dropped)
      }),

    recall: (address: string) =>
      inTurn(async () => {
        const index = await ownIndex()
        return index?.addresses[address] ? ((await store.get(address)) as Kept | undefined) : undefined
      }),

    forget: () => inTurn(() => store.clear()),
  }
}

/** Addresses of all but the last `most` pages. */
function beyond({ addresses }: Index, most: number): string[] {
  const lastAt = new Map<string, number>()
  for (const { page, at } of Object.values(addresses)) lastAt.set(page, Math.max(at, lastAt.get(page) ?? 0))
  const pages = [...lastAt].sort(([, one], [, other]) => other - one).map(([page]) => page)
  const left = new Set(pages.slice(0, most))
  return Object.entries(addresses).flatMap(([address, { page }]) => (left.has(page) ? [] : [address]))
}
