import type { UserManager } from 'oidc-client-ts'
import { oidcUserKey } from '#shared/rules/groups.ts'
import { storedUser } from '#web/lib/session.ts'
import { site } from '#web/lib/site-config.ts'
import { endVisit, forgetTrouble } from '#web/lib/visit.ts'

/**
 * Follows what other tabs do with the stored sign-in: takes over a renewed token, and reloads when somebody has signed
 * in or out, so that nothing of one person stays in memory for the next. A visitor's tab has no `manager`.
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
    // The key is null when the whole storage was cleared.
    if (event.key !== key && event.key !== null) return
    const now = storedSubject()
    if (now !== subject) {
      if (now === null) endVisit('over')
      else forgetTrouble()
      window.location.reload()
    } else if (now !== null) void manager?.getUser(true)
  })
}

function storedSubject(): string | null {
  return storedUser()?.profile.sub ?? null
}
