import { CheckSessionIFrame, type User, type UserManager } from 'oidc-client-ts'

/**
 * Asks every 2 s (specification, section 9) whether the session at the provider has changed, if discovery names a
 * `check_session_iframe` and the sign-in returned a `session_state`. The embedded provider and Cognito have neither:
 * there, a session that has ended is noticed when the token is renewed.
 *
 * The library's own monitor is not used, because it signs out on any failure, and the frame also says "changed" where
 * the browser blocks the provider's cookies in frames. Instead the provider is asked for a new token; if it gives one
 * for the same session, later messages of the frame about that session are ignored.
 */
export function checkSession(manager: UserManager, renew: () => Promise<void>): void {
  const { client_id, checkSessionIntervalInSeconds } = manager.settings
  let frame: Promise<CheckSessionIFrame | null> | undefined
  let current: string | null = null
  let doubted: string | null = null

  async function open(): Promise<CheckSessionIFrame | null> {
    const url = await manager.metadataService.getCheckSessionIframe()
    if (!url) return null
    const check = new CheckSessionIFrame(
      async () => {
        doubted = current
        await renew()
      },
      client_id,
      url,
      checkSessionIntervalInSeconds,
      true,
    )
    await check.load()
    return check
  }

  async function watch(user: User | null): Promise<void> {
    current = user?.session_state ?? null
    if (current === null || current === doubted) return stop()
    frame ??= open()
    const check = await frame.catch(() => null)
    if (current) check?.start(current)
  }

  async function stop(): Promise<void> {
    const check = await frame?.catch(() => null)
    check?.stop()
  }

  manager.events.addUserLoaded(watch)
  manager.events.addUserUnloaded(() => watch(null))
  manager.getUser().then(watch, () => undefined)
}
