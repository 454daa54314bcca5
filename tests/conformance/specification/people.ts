import type { BrowserContext } from 'playwright-core'
import type { SandboxRole } from '#sandbox/cast/people.ts'
import { changeSettings, readSettings, type SettingsChange } from '#shared/contract/settings.ts'
import { test as inBrowser, newProfile, type PageOptions, type WatchedPage } from '#tests/browser/browser.ts'
import { sandboxCaller, signInAs } from '#tests/browser/signed-in.ts'
import { world } from '#tests/browser/world.ts'
import { type Caller, callerAt } from '#tests/kit/person.ts'

type Reader = SandboxRole | 'visitor'

/**
 * `as` opens a sandbox person's page, `page` a visitor's, in profiles that the file's tests share to save sign-ins:
 * changes to a profile persist. `openPage` uses a new profile.
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
/** Shorter than a token's lifetime. */
const callerMs = 10 * 60_000

/** Signs in every ten minutes. */
export function callerAs(role: SandboxRole): Promise<Caller> {
  const known = callers.get(role)
  if (known && Date.now() < known.endsAt) return known.caller
  const caller = sandboxCaller(role)
  callers.set(role, { caller, endsAt: Date.now() + callerMs })
  return caller
}

export const visitor = callerAt(world.baseUrl, null)

/** Changes settings during `act`. */
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

/** For a whole file; signs in anew, as an earlier token may have expired. */
export async function setMarket(enableMarketplace: boolean): Promise<void> {
  const admin = await sandboxCaller('tenant-admin')
  const { version } = await admin.call(readSettings)
  await admin.call(changeSettings, { body: { enableMarketplace, version } })
}
