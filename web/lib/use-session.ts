import type { SignedInRecord } from '#shared/rules/groups.ts'
import { type Session, sessionOf, usableUser } from './session.ts'
import { useAuth } from './sign-in.ts'
import { useTrouble } from './visit.ts'

const sessions = new WeakMap<SignedInRecord, Session | null>()

/**
 * Returns the session; null for visitors, and when the stored token had expired as it was read. It is the same for all who
 * ask: a token that expires meanwhile ends it at the next call that needs it, for the header and the page at once.
 */
export function useSession(): Session | null {
  const { user } = useAuth()
  const trouble = useTrouble()
  const isOver = trouble !== null && trouble.what !== 'suspended'
  if (isOver || !user) return null
  const known = sessions.get(user)
  if (known !== undefined) return known
  const session = usableUser() && sessionOf(user, Date.now())
  sessions.set(user, session)
  return session
}

/** Returns the session on screens that only signed-in people reach; throws if there is none. */
export function useSignedIn(): Session {
  const session = useSession()
  if (!session) throw new Error('Token expired')
  return session
}
