/**
 * If the browser blocks site data, `localStorage` throws and the page keeps values in memory. Signing in needs storage
 * that outlasts the page, because it visits the provider.
 */
const localSite = storageOr(() => window.localStorage)

export const siteStorage = localSite.storage
export const outlastsPage = localSite.outlastsPage
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
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
    clear: () => entries.clear(),
  }
}

/** The prefix of stored idempotency keys. */
export const intentionPrefix = 'once.'

export function storedNames(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
}
