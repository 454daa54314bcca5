import { clear, createStore, delMany, get, setMany } from 'idb-keyval'
import { keptAnswers } from './kept-answers.ts'
import { forgetFiles, ownerOfKept } from './kept-files.ts'

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

/** Deletes all answers and files that this browser keeps, of any person. */
export async function forgetKept(): Promise<void> {
  await Promise.all([kept.forget(), forgetFiles()])
}
