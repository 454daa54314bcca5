import { useCallback } from 'react'
import { useAuth } from './sign-in.ts'
import { outlastsPage } from './site-storage.ts'
import { needStorage, placeToReturn } from './visit.ts'

/**
 * Returns a function that goes to the identity provider to sign in, and comes back to `target` or to where the reader
 * was.
 */
export function useSignIn(target?: string): () => void {
  const auth = useAuth()
  return useCallback(() => {
    if (!outlastsPage) return needStorage()
    const returnTo = target ?? placeToReturn()
    // Tells the provider's pages the reader's language and theme; providers that do not know these parameters ignore them.
    const { lang, dataset } = document.documentElement
    const look = { ui_locales: lang, extraQueryParams: { theme: dataset.theme ?? 'dark' } }
    // Some providers insist on a nonce, though PKCE protects the code as well.
    const nonce = crypto.randomUUID()
    auth.signinRedirect({ state: { returnTo }, nonce, ...look }).catch(() => undefined)
  }, [auth, target])
}
