import type { BrowserContext } from 'playwright-core'
import type { SandboxRole } from '#sandbox/people.ts'
import { changeSettings, readSettings, type SettingsChange } from '#shared/contract/settings.ts'
import { test as inBrowser, newProfile, type PageOptions, type WatchedPage } from '#tests/browser/browser.ts'
import { sandboxCaller, signInAs } from '#tests/browser/signed-in.ts'
import { world } from '#tests/browser/world.ts'
import { type Caller, callerAt } from '#tests/kit/person.ts'

type Reader = SandboxRole | 'visitor'

/**
 * A test with a browser. `as` opens a page of one of the sandbox's people, signed in, `page` one of a visitor: in browser profiles that
 * the tests of a file share, so that they sign in once and load the app once. What a test leaves in a profile, the next one finds;
 * `openPage` opens a page in a profile of its own.
 */
export const test = inBrowser.extend<{ profiles: Map<Reader, BrowserContext>; as: OpenAs; page: WatchedPage }>({
  profiles: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures' names from the pattern
    async ({}, use) => use(new Map()),
    { scope: 'file' },
  ],
  as: async ({ browser, openPage, profiles }, use) => {
    await use(async (role, options = {}) => {
      const known = profiles.get(role)
      const profile = known ?? (await newProfile(browser))
      const page = await openPage({ ...options, profile })
      if (!known) await signInAs(page, role)
      profiles.set(role, profile)
      return page
    })
  },
  page: async ({ browser, openPage, profiles }, use) => {
    const profile = profiles.get('visitor') ?? (await newProfile(browser))
    profiles.set('visitor', profile)
    await use(await openPage({ profile }))
  },
})

type OpenAs = (role: SandboxRole, size?: Pick<PageOptions, 'width' | 'height'>) => Promise<WatchedPage>

const callers = new Map<SandboxRole, { caller: Promise<Caller>; endsAt: number }>()
/** Less than an access token is good for. */
const callerMs = 10 * 60_000

/** One of the sandbox's people, calling the API; signs in every ten minutes. */
export function callerAs(role: SandboxRole): Promise<Caller> {
  const known = callers.get(role)
  if (known && Date.now() < known.endsAt) return known.caller
  const caller = sandboxCaller(role)
  callers.set(role, { caller, endsAt: Date.now() + callerMs })
  return caller
}

/** Somebody who calls the API without a token. */
export const visitor = callerAt(world.baseUrl, null)

/** Changes settings of the registry for as long as `act` runs. */
export async function withSettings(change: SettingsChange, act: () => Promise<void>): Promise<void> {
  const admin = await callerAs('tenant-admin')
  const before = await admin.call(readSettings)
  const { version } = await admin.call(changeSettings, { body: { ...change, version: before.version } })
  const names = Object.keys(change)
  const undo = Object.fromEntries(Object.entries(before).filter(([name]) => names.includes(name)))
  try {
    await act()
  } finally {
    await admin.call(changeSettings, { body: { ...undo, version } })
  }
}

/** Opens or closes the market of the registry, for the tests of a whole file; in the end of a long one an earlier token has expired. */
export async function setMarket(enableMarketplace: boolean): Promise<void> {
  const admin = await sandboxCaller('tenant-admin')
  const { version } = await admin.call(readSettings)
  await admin.call(changeSettings, { body: { enableMarketplace, version } })
}
