import type { Act, Reach } from '#shared/rules/permissions.ts'
import { isExpired, oidcUserKey, oidcUserPrefix, type SignedInRecord } from '#shared/rules/signed-in-record.ts'
import { endSession } from './session-problem.ts'
import { site } from './site-config.ts'
import { siteStorage, storedNames } from './site-storage.ts'

type StoredUser = {
  id_token?: string | undefined
  access_token: string
  expires_at?: number | undefined
  profile: { sub: string }
}

let renewal: Promise<void> | null = null

/** Calls with an expired token wait for this renewal: without waiting they would end the visit. */
export function callAfter(next: Promise<void> | null): void {
  renewal = next
}

/** Resolves at once with a usable token, else after the renewal under way. */
export async function whenRenewed(): Promise<void> {
  if (!storedUser() || usableUser()) return
  // At the event `online` this code may run before the renewal starts.
  await new Promise((resolve) => setTimeout(resolve))
  await renewal
}

/** The signed-in person, from the stored record (specification, sections 4 and 6). */
export interface Session {
  userId: string
  /** For which the person acts now. */
  accountId: string | null
  /** To all of which the person belongs. */
  accounts: readonly string[]
  groups: readonly string[]
  reach: (act: Act) => Reach
  may: (act: Act) => boolean
  profile: SignedInRecord['profile']
}

/**
 * For which account this tab acts, of a person's several. `headers` name the account in calls, `onLost` follows a
 * refusal because the person does not belong to the account any more. `owner` is the person there, also of one account.
 */
export const acting: {
  accountId?: string
  owner?: string
  headers?: Record<string, string>
  onLost?: () => void
} = {}

/** Whose drafts and stored requests these are: the present person's, apart for each account (see `ownerIn`). */
export function ownerOfDrafts(): string {
  return acting.owner ?? storedUser()?.profile.sub ?? ''
}

/** Null if missing or unreadable. */
export function storedUser(): StoredUser | null {
  const { authority, clientId } = site().oidc
  const text = siteStorage.getItem(oidcUserKey(authority, clientId))
  if (text === null) return null
  try {
    const record: unknown = JSON.parse(text)
    return isStoredUser(record) ? record : null
  } catch {
    return null
  }
}

/** Whether anybody is signed in to a registry at this origin; works before the configuration is loaded. */
export function hasSignIn(): boolean {
  return storedNames(siteStorage).some((key) => key.startsWith(oidcUserPrefix))
}

/** Checks without zod, so that no page waits for zod. */
function isStoredUser(record: unknown): record is StoredUser {
  const { id_token, access_token, expires_at, profile } = Object(record)
  return (
    typeof access_token === 'string' &&
    ['string', 'undefined'].includes(typeof id_token) &&
    ['number', 'undefined'].includes(typeof expires_at) &&
    typeof Object(profile).sub === 'string'
  )
}

/** Whether both tokens are unexpired. */
export function isUsable(user: StoredUser, now: number): boolean {
  return !isExpired(user.id_token, now) && (user.expires_at === undefined || user.expires_at * 1000 > now)
}

/** Without a network no token expires: no call could use or renew one. */
export function tokenTime(): number {
  return navigator.onLine === false ? 0 : Date.now()
}

export function usableUser(): StoredUser | null {
  const user = storedUser()
  return user && isUsable(user, tokenTime()) ? user : null
}

/**
 * Returns the token for a call; null for visitors. If it has expired, ends the visit (the app then goes to `/`) and
 * throws `Token expired`.
 */
export function bearerToken(): string | null {
  const user = storedUser()
  if (!user) return null
  if (isUsable(user, tokenTime())) return user.access_token
  endSession('expired')
  throw new Error(tokenExpired)
}

const tokenExpired = 'Token expired'

export function isTokenExpired(error: unknown): boolean {
  return error instanceof Error && error.message === tokenExpired
}
