import { useCallback } from 'react'
import { leave } from './before-leaving.ts'
import { deleteDrafts } from './drafts.ts'
import { abortSession } from './session-problem.ts'
import { useAuth } from './sign-in.ts'
import { site } from './site-config.ts'

const revokingMs = 3_000

/**
 * Returns a function that sends what waits for the end of the visit, revokes the refresh token, deletes the user, all
 * drafts and all that was kept to be read offline, then opens the hosted logout (`OIDC_LOGOUT_URL`, takes `logout_uri`)
 * or else the OpenID logout.
 */
export function useSignOut(): () => void {
  const auth = useAuth()
  return useCallback(() => {
    leave()
    deleteDrafts()
    abortSession()
    const forgotten = import('./kept-files.ts').then(({ forgetKept }) => forgetKept()).catch(deleteKept)
    const { clientId, logoutUrl } = site().oidc
    // Signing out continues if revocation fails or takes too long.
    const revoked = () =>
      Promise.race([
        Promise.all([auth.revokeTokens(['refresh_token']).catch(() => undefined), forgotten]),
        new Promise((go) => setTimeout(go, revokingMs)),
      ])
    const home = `${window.location.origin}/`
    if (logoutUrl === null) {
      // After a failed sign-out the user is gone, but the error's arguments still name the session.
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

/** Without its code, for example after a deployment; the browser deletes when the page is left. */
function deleteKept(): void {
  for (const name of ['registry.answers', 'registry.files']) indexedDB.deleteDatabase(name)
}
