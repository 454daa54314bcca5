import { useCallback } from 'react'
import { reportBlockedStorage, returnPath } from './session-problem.ts'
import { useAuth } from './sign-in.ts'
import { outlastsPage } from './site-storage.ts'

/** Returns a function that redirects to the identity provider and back to `target` or the current place. */
export function useSignIn(target?: string): () => void {
  const auth = useAuth()
  return useCallback(() => {
    if (!outlastsPage) return reportBlockedStorage()
    const returnTo = target ?? returnPath()
    // Language and theme for the provider's pages; providers ignore unknown parameters.
    const { lang, dataset } = document.documentElement
    const look = { ui_locales: lang, extraQueryParams: { theme: dataset.theme ?? 'dark' } }
    // Some providers require a nonce besides PKCE.
    const nonce = crypto.randomUUID()
    auth.signinRedirect({ state: { returnTo }, nonce, ...look }).catch(() => undefined)
  }, [auth, target])
}
