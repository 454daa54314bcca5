import type { UserManager } from 'oidc-client-ts'
import { oidcUserKey } from '#shared/rules/groups.ts'
import { storedUser } from '#web/lib/session.ts'
import { site } from '#web/lib/site-config.ts'
import { endVisit, forgetTrouble } from '#web/lib/visit.ts'

/**
 * Makes this tab follow what another one does with the signed-in record: a renewed token is taken over; a person who left
 * or came is a reason to start anew, so that nothing of one person stays in memory for the next.
 */
export function followOtherTabs(manager: UserManager): void {
  const { authority, clientId } = site().oidc
  const key = oidcUserKey(authority, clientId)
  let subject = storedSubject()
  manager.events.addUserLoaded(({ profile }) => {
    subject = profile.sub
  })
  manager.events.addUserUnloaded(() => {
    subject = null
  })
  window.addEventListener('storage', (event) => {
    // Without a key the whole storage was cleared.
    if (event.key !== key && event.key !== null) return
    const now = storedSubject()
    if (now !== subject) {
      if (now === null) endVisit('over')
      else forgetTrouble()
      window.location.reload()
    } else if (now !== null) void manager.getUser(true)
  })
}

function storedSubject(): string | null {
  return storedUser()?.profile.sub ?? null
}
