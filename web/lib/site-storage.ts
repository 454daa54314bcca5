/**
 * If the browser blocks site data, `localStorage` throws and the page keeps values in memory. Signing in needs storage
 * that outlasts the page, because it visits the provider.
 */
const ofSite = storageOr(() => window.localStorage)

export const siteStorage = ofSite.storage
export const outlastsPage = ofSite.outlastsPage
/** For this tab alone. */
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

/** The prefix of stored idempotency keys. */
export const intentionPrefix = 'once.'

export function storedNames(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
}
