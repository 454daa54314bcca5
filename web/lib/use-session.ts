import type { Session } from './session.ts'
import { useSessionProblem } from './session-problem.ts'
import { useAuth } from './sign-in.ts'

/** Returns the session; null for visitors and once it ended, for the whole page at once. */
export function useSession(): Session | null {
  const { session } = useAuth()
  const problem = useSessionProblem()
  return problem !== null && problem.what !== 'suspended' ? null : session
}

/** Throws without a session. */
export function useSignedIn(): Session {
  const session = useSession()
  if (!session) throw new Error('Token expired')
  return session
}
