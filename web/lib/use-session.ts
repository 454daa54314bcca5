import { useMemo } from 'react'
import { type Session, sessionOf, usableUser } from './session.ts'
import { useAuth } from './sign-in.ts'
import { useTrouble } from './visit.ts'

/** Returns the session; null for visitors, and when the stored token has expired. */
export function useSession(): Session | null {
  const { user } = useAuth()
  const trouble = useTrouble()
  const isOver = (trouble !== null && trouble.what !== 'suspended') || usableUser() === null
  return useMemo(() => (isOver || !user ? null : sessionOf(user, Date.now())), [user, isOver])
}

/** Returns the session on screens that only signed-in people reach; throws if there is none. */
export function useSignedIn(): Session {
  const session = useSession()
  if (!session) throw new Error('Token expired')
  return session
}
