import { useSyncExternalStore } from 'react'
import { ownerOfDrafts } from './session.ts'
import { intentionPrefix, siteStorage, storedNames } from './site-storage.ts'

const prefixes = ['draft.', 'edit.', intentionPrefix]

/** Of the present person, apart for each account. */
export function draftKey(kind: 'draft' | 'edit', subject: string): string {
  return `${kind}.${subject}.${ownerOfDrafts()}`
}

/** Null if missing or unreadable. */
export function readDraft(key: string): unknown {
  try {
    return JSON.parse(siteStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a draft; null deletes it. */
export function storeDraft(key: string, draft: unknown): void {
  try {
    if (draft === null) siteStorage.removeItem(key)
    else siteStorage.setItem(key, JSON.stringify(draft))
    for (const listener of listeners) listener()
  } catch {
    // The storage is full; the form still works.
  }
}

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useHasDraft(key: string): boolean {
  return useSyncExternalStore(subscribe, () => readDraft(key) !== null)
}

/** Deletes all drafts in this browser, of any person. */
export function deleteDrafts(): void {
  for (const name of storedNames(siteStorage)) {
    if (prefixes.some((prefix) => name.startsWith(prefix))) siteStorage.removeItem(name)
  }
}
