import { useCallback } from 'react'
import { forgetDrafts } from './drafts.ts'
import { useAuth } from './sign-in.ts'
import { site } from './site-config.ts'
import { outlastsPage } from './site-storage.ts'
import { needStorage, placeToReturn } from './visit.ts'

const revokingMs = 3_000

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

/**
 * Returns a function that signs out: revokes the refresh token, forgets the user and every draft here, then goes to the provider's logout
 * address with the client
 * id and this site as the address to return to. A hosted logout (`OIDC_LOGOUT_URL`) takes `logout_uri`; without one,
 * the OpenID logout of the provider is used.
 */
export function useSignOut(): () => void {
  const auth = useAuth()
  return useCallback(() => {
    forgetDrafts()
    const { clientId, logoutUrl } = site().oidc
    // Signing out goes on without an answer, and where the provider revokes nothing.
    const revoked = () =>
      Promise.race([
        auth.revokeTokens(['refresh_token']).catch(() => undefined),
        new Promise((go) => setTimeout(go, revokingMs)),
      ])
    const home = `${window.location.origin}/`
    if (logoutUrl === null) {
      // A sign-out that failed has forgotten the user already, but its arguments still name the session to end.
      const failed = auth.error?.source === 'signoutRedirect' ? auth.error.args : undefined
      const idToken = auth.user?.id_token ?? failed?.id_token_hint
      void revoked().then(() =>
        auth
          .signoutRedirect({
            ...(idToken !== undefined && { id_token_hint: idToken }),
            extraQueryParams: { client_id: clientId },
            post_logout_redirect_uri: home,
          })
          .catch(() => undefined),
      )
      return
    }
    const search = new URLSearchParams({ client_id: clientId, logout_uri: home })
    void revoked()
      .then(auth.removeUser)
      .then(() => {
        window.location.assign(`${logoutUrl}${logoutUrl.includes('?') ? '&' : '?'}${search}`)
      })
  }, [auth])
}
