import type { SignedInRecord } from '#shared/rules/groups.ts'
import { type Session, sessionOf, tokenTime, usableUser } from './session.ts'
import { useSessionProblem } from './session-problem.ts'
import { useAuth } from './sign-in.ts'

const sessions = new WeakMap<SignedInRecord, Session | null>()

/**
 * Returns the session; null for visitors or if the token had already expired. Cached per user record: a later expiry
 * ends the session at the next call, for the whole page at once.
 */
export function useSession(): Session | null {
  const { user } = useAuth()
  const problem = useSessionProblem()
  const isOver = problem !== null && problem.what !== 'suspended'
  if (isOver || !user) return null
  const known = sessions.get(user)
  if (known !== undefined) return known
  const session = usableUser() && sessionOf(user, tokenTime())
  sessions.set(user, session)
  return session
}

/** Throws without a session. */
export function useSignedIn(): Session {
  const session = useSession()
  if (!session) throw new Error('Token expired')
  return session
}
