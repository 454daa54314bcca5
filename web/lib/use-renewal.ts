import { useAuth } from './sign-in.ts'
import { useSignIn } from './use-sign-in.ts'

/**
 * Returns a function that fetches a token with the person's present groups, then calls `onRenewed`. If that fails
 * silently, it goes by the provider's page, which comes back to here. (`signinSilent` resolves to null on failure; it
 * never rejects.)
 */
export function useRenewal(onRenewed: () => void): () => Promise<void> {
  const auth = useAuth()
  const signIn = useSignIn()
  return async () => {
    if (await auth.signinSilent()) onRenewed()
    else signIn()
  }
}
