import { useSyncExternalStore } from 'react'
import { intentionPrefix, siteStorage, storedNames } from './site-storage.ts'

/** Where what people typed, and the keys under which it was sent, is kept in this browser: by subject and person. */
const prefixes = ['draft.', 'edit.', intentionPrefix]

export function draftKey(kind: 'draft' | 'edit', subject: string, userId: string): string {
  return `${kind}.${subject}.${userId}`
}

/** Returns what is kept under a key; null if there is nothing or if it cannot be read. */
export function readDraft(key: string): unknown {
  try {
    return JSON.parse(siteStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps a draft; null takes it away. */
export function keepDraft(key: string, draft: unknown): void {
  try {
    if (draft === null) siteStorage.removeItem(key)
    else siteStorage.setItem(key, JSON.stringify(draft))
    for (const listener of listeners) listener()
  } catch {
    // The storage is full. The form works all the same.
  }
}

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether something is kept under a key now. */
export function useHasDraft(key: string): boolean {
  return useSyncExternalStore(subscribe, () => readDraft(key) !== null)
}

/** Takes away every draft in this browser, whoever typed it, as when somebody signs out. */
export function forgetDrafts(): void {
  for (const name of storedNames(siteStorage)) {
    if (prefixes.some((prefix) => name.startsWith(prefix))) siteStorage.removeItem(name)
  }
}
