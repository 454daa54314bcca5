import { createContext, use } from 'react'
import type { AuthContextProps } from 'react-oidc-context'
import type { Session } from './session.ts'

/**
 * The OpenID client's state and actions, or for visitors, whose browsers do not load the client, a signed-out stand-in.
 */
export type SignIn = Pick<
  AuthContextProps,
  | 'user'
  | 'isLoading'
  | 'activeNavigator'
  | 'error'
  | 'signinRedirect'
  | 'signinSilent'
  | 'signoutRedirect'
  | 'removeUser'
  | 'revokeTokens'
> & {
  /** Null without a token that was usable when it came: a later expiry ends the session at the next call. */
  session: Session | null
}

export const SignInContext = createContext<SignIn | null>(null)

export function useAuth(): SignIn {
  const signIn = use(SignInContext)
  if (!signIn) throw new Error('There is no sign-in around this component.')
  return signIn
}
