import { storedUser } from './session.ts'
import { intentionPrefix, siteStorage, storedNames } from './site-storage.ts'

/**
 * What somebody means to have done once: the key under which it is sent, until the registry's answer is known. It is kept in this
 * browser, so that the same form has it after a reload and in a second tab.
 */
export type Intention = {
  key: string
  /** Whether it was sent and no answer came. */
  isLost: boolean
}

/** The name under which the intention of a call or of a form's draft is kept, of this person alone. */
export function intentionName(of: string): string {
  return `${intentionPrefix}${storedUser()?.profile.sub ?? ''}.${of}`
}

/** The name of the draft whose intention has this name. */
export function draftOf(name: string): string {
  return name.slice(intentionName('').length)
}

/** Returns what is kept under a name; null if nothing is. */
export function keptIntention(name: string): Intention | null {
  try {
    const kept: unknown = JSON.parse(siteStorage.getItem(name) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('key' in kept) || typeof kept.key !== 'string') return null
    return { key: kept.key, isLost: 'isLost' in kept && kept.isLost === true }
  } catch {
    return null
  }
}

export function keepIntention(name: string, intention: Intention): void {
  try {
    siteStorage.setItem(name, JSON.stringify(intention))
  } catch {
    // The storage is full. The call is made all the same.
  }
}

export function forgetIntention(name: string): void {
  siteStorage.removeItem(name)
}

/** The names of what this person sent without learning what became of it. */
export function lostIntentions(): string[] {
  const own = storedNames(siteStorage).filter((name) => name.startsWith(intentionName('')))
  return own.filter((name) => keptIntention(name)?.isLost)
}

/** Returns a key of 128 random bits; `crypto.randomUUID` is missing on plain-http hosts. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
