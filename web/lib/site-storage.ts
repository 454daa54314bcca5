/**
 * The browser's storage for this site. Where the browser blocks site data, `localStorage` throws: then a page keeps what it stores to
 * itself, until it is left. Signing in needs storage that outlasts the page, as it leads to the provider's pages and back.
 */
const ofSite = storageOr(() => window.localStorage)

export const siteStorage = ofSite.storage
export const outlastsPage = ofSite.outlastsPage
/** The same for this tab alone. */
export const tabStorage = storageOr(() => window.sessionStorage).storage

function storageOr(open: () => Storage): { storage: Storage; outlastsPage: boolean } {
  try {
    return { storage: open(), outlastsPage: true }
  } catch {
    return { storage: storageOfPage(), outlastsPage: false }
  }
}

function storageOfPage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  }
}

/** How the names of keys begin under which something was sent. */
export const intentionPrefix = 'once.'

/** The names under which something is stored. */
export function storedNames(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
}
