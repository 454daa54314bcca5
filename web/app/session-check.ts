import { CheckSessionIFrame, type User, type UserManager } from 'oidc-client-ts'

/**
 * Checks every 2 s (specification, section 9) whether the provider's session has changed. Needs a
 * `check_session_iframe` and a `session_state`; the embedded provider and Cognito have neither, so there the next
 * renewal detects the end. The library's monitor signs out on any failure, and the frame reports false changes when
 * third-party cookies are blocked. So a change only triggers a renewal; if the session is the same, further messages
 * are ignored.
 */
export function checkSession(manager: UserManager, renew: () => Promise<void>): void {
  const { client_id, checkSessionIntervalInSeconds } = manager.settings
  let frame: Promise<CheckSessionIFrame | null> | undefined
  let current: string | null = null
  let checkedState: string | null = null

  async function open(): Promise<CheckSessionIFrame | null> {
    const url = await manager.metadataService.getCheckSessionIframe()
    if (!url) return null
    const check = new CheckSessionIFrame(
      async () => {
        checkedState = current
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
    if (current === null || current === checkedState) return stop()
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
