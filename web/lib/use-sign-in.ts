import { useCallback } from 'react'
import { useAuth } from 'react-oidc-context'
import { site } from './site-config.ts'
import { placeToReturn } from './visit.ts'

/** Goes to the identity provider to sign in, and comes back to `target`, else to where the reader was. */
export function useSignIn(target?: string): () => void {
  const auth = useAuth()
  return useCallback(() => {
    const returnTo = target ?? placeToReturn()
    // The provider's pages may follow the reader's language and theme; those that do not know them pass over them.
    const { lang, dataset } = document.documentElement
    const look = { ui_locales: lang, extraQueryParams: { theme: dataset.theme ?? 'dark' } }
    auth.signinRedirect({ state: { returnTo }, ...look }).catch(() => undefined)
  }, [auth, target])
}

/**
 * Fetches a token that says what the person is now, then goes on with `onRenewed`: quietly, else by way of the provider's
 * page, which comes back to here. (The provider's component answers null where a quiet renewal fails; it never rejects.)
 */
export function useRenewal(onRenewed: () => void): () => Promise<void> {
  const auth = useAuth()
  const signIn = useSignIn()
  return async () => {
    if (await auth.signinSilent()) onRenewed()
    else signIn()
  }
}

/**
 * Signs out: forgets the user here, then goes to the provider's logout address with the client id and this site as the
 * address to return to. A hosted logout (`OIDC_LOGOUT_URL`) takes `logout_uri`; a standard one is asked by its own rules.
 */
export function useSignOut(): () => void {
  const auth = useAuth()
  return useCallback(() => {
    const { clientId, logoutUrl } = site().oidc
    const home = `${window.location.origin}/`
    if (logoutUrl === null) {
      // A sign-out that failed has forgotten the user already: what it was asked with still names the session to end.
      const failed = auth.error?.source === 'signoutRedirect' ? auth.error.args : undefined
      const idToken = auth.user?.id_token ?? failed?.id_token_hint
      auth
        .signoutRedirect({
          ...(idToken !== undefined && { id_token_hint: idToken }),
          extraQueryParams: { client_id: clientId },
          post_logout_redirect_uri: home,
        })
        .catch(() => undefined)
      return
    }
    const search = new URLSearchParams({ client_id: clientId, logout_uri: home })
    void auth.removeUser().then(() => {
      window.location.assign(`${logoutUrl}${logoutUrl.includes('?') ? '&' : '?'}${search}`)
    })
  }, [auth])
}
