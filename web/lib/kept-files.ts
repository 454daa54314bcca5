import { clear, createStore, delMany, setMany, values } from 'idb-keyval'
import { kept, ownerOfKept } from './kept-store.ts'
import { storeOf } from './store.ts'

/** A chosen file that waits in this browser. `id` is its upload's idempotency key. */
export interface KeptFile<Subject = unknown> {
  id: string
  /** See {@link ownerOfKept}. */
  owner: string
  subject: Subject
  file: File
  type: string
  isPublic: boolean
  versionOf: string | null
  title: string | null
  /** The page's address and title. */
  page: string
  pageTitle: string
}

const store = createStore('registry.files', 'files')
const changes = storeOf(0)
const changed = () => changes.set(changes.get() + 1)

/** Rerenders when this page keeps or drops files. */
export const useKeptFileChanges = changes.use

/** Failures (a full disk, a browser without storage) are ignored: the files stay chosen in the page. */
export async function keepFiles(files: readonly KeptFile[]): Promise<void> {
  await quietly(() =>
    setMany(
      files.map((one) => [one.id, one]),
      store,
    ),
  )
  changed()
}

/** Of the present person in the chosen account; deletes those of another person. */
export async function keptFiles(): Promise<KeptFile[]> {
  const owner = ownerOfKept()
  const all = owner === null ? [] : ((await quietly(() => values<KeptFile>(store))) ?? [])
  const others = all.filter((one) => personOf(one.owner) !== personOf(owner ?? '')).map(({ id }) => id)
  if (others.length > 0) await quietly(() => delMany(others, store))
  return all.filter((one) => one.owner === owner)
}

/** Without the account. */
const personOf = (owner: string) => owner.split(' ', 2).join(' ')

export async function dropKeptFiles(ids: readonly string[]): Promise<void> {
  await quietly(() => delMany([...ids], store))
  changed()
}

/** Deletes all answers and files that this browser keeps, of any person. */
export async function forgetKept(): Promise<void> {
  await Promise.all([kept.forget(), clear(store)])
}

async function quietly<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
