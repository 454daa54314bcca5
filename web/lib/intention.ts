import type { Call } from '#shared/contract/calls.ts'
import { ownerOfDrafts } from './session.ts'
import { intentionPrefix, siteStorage, storedNames } from './site-storage.ts'
import { storeOf } from './store.ts'

/** The idempotency key of a change, stored until the reply, so that a reload or second tab sends the same. */
export type Intention = {
  key: string
  /** Sent without a reply. */
  isLost: boolean
  /** Sent without a connection: waits until the person sends it again. */
  waiting?: Waiting | undefined
}

export type Waiting = {
  call: Call
  params: unknown
  query: unknown
  body: unknown
  /** The page's address and title. */
  page: string
  title: string
  /** ISO 8601. */
  at: string
}

/** The storage name, per person. */
export function intentionName(of: string): string {
  return `${intentionPrefix}${ownerOfDrafts()}.${of}`
}

export function draftOf(name: string): string {
  return name.slice(intentionName('').length)
}

export function readIntention(name: string): Intention | null {
  try {
    const stored: unknown = JSON.parse(siteStorage.getItem(name) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('key' in stored) || typeof stored.key !== 'string')
      return null
    // Unchecked: `useAct` stores it.
    const waiting = 'waiting' in stored ? (stored.waiting as Waiting) : undefined
    return { key: stored.key, isLost: 'isLost' in stored && stored.isLost === true, waiting }
  } catch {
    return null
  }
}

export function storeIntention(name: string, intention: Intention): void {
  try {
    siteStorage.setItem(name, JSON.stringify(intention))
    changes.set(changes.get() + 1)
  } catch {
    // The storage is full; the call still works.
  }
}

export function deleteIntention(name: string): void {
  siteStorage.removeItem(name)
  changes.set(changes.get() + 1)
}

const changes = storeOf(0)

/** Rerenders when this page stores or deletes an intention. */
export const useIntentionChanges = changes.use

/** This person's keys without a reply. */
export function lostIntentions(): string[] {
  const own = storedNames(siteStorage).filter((name) => name.startsWith(intentionName('')))
  return own.filter((name) => readIntention(name)?.isLost)
}

/** `crypto.randomUUID` is missing on plain-http hosts. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
