import type { UserManager } from 'oidc-client-ts'
import { oidcUserKey } from '#shared/rules/signed-in-record.ts'
import { storedUser } from '#web/lib/session.ts'
import { clearSessionProblem, endSession } from '#web/lib/session-problem.ts'
import { site } from '#web/lib/site-config.ts'

/**
 * Takes over renewed tokens, and reloads after a sign-in or sign-out in another tab, so that no personal data stays in
 * memory. Visitors have no `manager`.
 */
export function followOtherTabs(manager: UserManager | null): void {
  const { authority, clientId } = site().oidc
  const key = oidcUserKey(authority, clientId)
  let subject = storedSubject()
  manager?.events.addUserLoaded(({ profile }) => {
    subject = profile.sub
  })
  manager?.events.addUserUnloaded(() => {
    subject = null
  })
  window.addEventListener('storage', (event) => {
    // Clearing the storage sends a null key.
    if (event.key !== key && event.key !== null) return
    const now = storedSubject()
    if (now !== subject) {
      if (now === null) endSession('over')
      else clearSessionProblem()
      window.location.reload()
    } else if (now !== null) void manager?.getUser(true)
  })
}

function storedSubject(): string | null {
  return storedUser()?.profile.sub ?? null
}
