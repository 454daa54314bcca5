import { clear, createStore, delMany, get, setMany } from 'idb-keyval'
import { keptAnswers } from './kept-answers.ts'
import { ownerOfDrafts, storedUser } from './session.ts'
import { site } from './site-config.ts'

const store = createStore('registry.answers', 'answers')

/** The answers that this browser keeps. */
export const kept = keptAnswers(
  {
    get: (key) => get(key, store),
    setMany: (entries) => setMany(entries, store),
    delMany: (keys) => delMany(keys, store),
    clear: () => clear(store),
  },
  ownerOfKept,
)

/** Tenant, person and, of several, account; null for visitors. */
export function ownerOfKept(): string | null {
  return storedUser() && `${site().tenantId} ${ownerOfDrafts()}`
}
