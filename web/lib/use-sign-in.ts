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
    auth.signinRedirect({ state: { returnTo }, ...signInLook() }).catch(() => undefined)
  }, [auth, target])
}

/** Language and theme for the provider's pages; providers ignore unknown parameters. Some require a nonce besides PKCE. */
export function signInLook() {
  const { lang, dataset } = document.documentElement
  return { ui_locales: lang, extraQueryParams: { theme: dataset.theme ?? 'dark' }, nonce: crypto.randomUUID() }
}
