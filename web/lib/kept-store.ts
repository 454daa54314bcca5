import { clear, createStore, delMany, get, setMany } from 'idb-keyval'
import { keptAnswers } from './kept-answers.ts'
import { storedUser } from './session.ts'
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

/** Tenant and person; null for visitors. */
export function ownerOfKept(): string | null {
  const user = storedUser()
  return user && `${site().tenantId} ${user.profile.sub}`
}
