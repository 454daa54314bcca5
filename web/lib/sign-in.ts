import { createContext, use } from 'react'
import type { AuthContextProps } from 'react-oidc-context'

/**
 * What screens know of signing in: the OpenID client's own state and acts or, for a visitor, whose browser has not loaded the client,
 * those of somebody who is not signed in.
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
>

export const SignInContext = createContext<SignIn | null>(null)

export function useAuth(): SignIn {
  const signIn = use(SignInContext)
  if (!signIn) throw new Error('There is no sign-in around this component.')
  return signIn
}
