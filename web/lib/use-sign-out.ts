import { useCallback } from 'react'
import { forgetDrafts } from './drafts.ts'
import { useAuth } from './sign-in.ts'
import { site } from './site-config.ts'
import { leaveVisit } from './visit.ts'

const revokingMs = 3_000

/**
 * Returns a function that signs out: revokes the refresh token, forgets the user and every draft here, then goes to the provider's
 * logout address with the client id and this site as the address to return to. A hosted logout (`OIDC_LOGOUT_URL`) takes `logout_uri`; without one,
 * the OpenID logout of the provider is used.
 */
export function useSignOut(): () => void {
  const auth = useAuth()
  return useCallback(() => {
    forgetDrafts()
    leaveVisit()
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
