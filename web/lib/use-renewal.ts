import { useAuth } from './sign-in.ts'
import { useSignIn } from './use-sign-in.ts'

/**
 * Returns a function that fetches a token with the current groups, then calls `onRenewed`. If silent renewal fails
 * (`signinSilent` resolves to null), it redirects to the provider.
 */
export function useRenewal(onRenewed: () => void): () => Promise<void> {
  const auth = useAuth()
  const signIn = useSignIn()
  return async () => {
    if (await auth.signinSilent()) onRenewed()
    else signIn()
  }
}
