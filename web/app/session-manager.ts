import { ErrorResponse, type SigninSilentArgs, type User, UserManager } from 'oidc-client-ts'
import { beginOf, endOf } from '#shared/rules/signed-in-record.ts'
import { isIdle, isIdleTimeout } from '#web/lib/idle-time.ts'
import { storedUser } from '#web/lib/session.ts'
import { endSession } from '#web/lib/session-problem.ts'
import { confirmedBy } from './confirmed.ts'

/**
 * Ends the session with the first token to expire, where the library watches only the access token, and lets one tab
 * renew at a time.
 */
export class SessionManager extends UserManager {
  /** Of a sign-in or renewal. Refuses somebody else than the person whom the sign-in confirms. */
  override async storeUser(user: User | null): Promise<void> {
    const confirmed = confirmedBy(user?.state)
    if (user && confirmed !== null && confirmed !== user.profile.sub)
      throw new ErrorResponse({ error: 'login_required' })
    if (user) endWithIdToken(user, true)
    await super.storeUser(user)
  }

  /** `isNew`: another tab has stored the user. */
  override async getUser(isNew = false): Promise<User | null> {
    const user = await this._loadUser()
    if (user) {
      endWithIdToken(user, isNew)
      await this.events.load(user, isNew)
    }
    return user
  }

  /**
   * All tabs share a refresh token, and some providers end a session whose token is used twice. So one tab renews, and
   * waiting tabs take over the new token. Locks need https.
   */
  override async signinSilent(how?: SigninSilentArgs): Promise<User | null> {
    // An idle page must not prolong the session.
    if (isIdle()) {
      await this.revokeTokens(['refresh_token']).catch(() => undefined)
      await this.end()
      return null
    }
    if (!('locks' in navigator)) return super.signinSilent(how)
    const before = storedUser()?.access_token
    return navigator.locks.request('session.renewal', () =>
      storedUser()?.access_token === before ? super.signinSilent(how) : this.getUser(true),
    )
  }

  async end(): Promise<void> {
    const begin = beginOf(storedUser()?.id_token)
    endSession('over', isIdle() || (begin !== null && isIdleTimeout(Date.now() - begin * 1_000)))
    await this.removeUser()
    // Another person may use the device next.
    await import('#web/lib/kept-store.ts').then(({ kept }) => kept.forget()).catch(() => undefined)
  }
}

/** A renewal without a new id token is not repeated. */
function endWithIdToken(user: User, isNew: boolean): void {
  const end = endOf(user.id_token)
  const isAhead = end !== null && end * 1000 > Date.now()
  if (end !== null && (isAhead || !isNew)) user.expires_at = Math.min(end, user.expires_at ?? end)
}
