import type { SandboxRole } from '#sandbox/people.ts'
import { changeSettings, readSettings, type SettingsChange } from '#shared/contract/settings.ts'
import { test as inBrowser, type PageOptions, type WatchedPage } from '../../e2e/browser.ts'
import { sandboxCaller, signInAs } from '../../e2e/signed-in.ts'
import { type Caller, callerAt } from '../../person.ts'
import { world } from '../../e2e/world.ts'

type Kept = NonNullable<PageOptions['kept']>

/**
 * A test with a browser in which `as` opens a page of one of the sandbox's people, signed in: at the provider's page once in a
 * file, afterwards with what the browser kept of that.
 */
export const test = inBrowser.extend<{ signedIn: Map<SandboxRole, Kept>; as: OpenAs }>({
  signedIn: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures' names from the pattern
    async ({}, use) => use(new Map()),
    { scope: 'file' },
  ],
  as: async ({ openPage, signedIn }, use) => {
    await use(async (role, options = {}) => {
      const kept = signedIn.get(role) ?? (await keptBy(await openPage(), role))
      signedIn.set(role, kept)
      return openPage({ ...options, kept })
    })
  },
})

type OpenAs = (role: SandboxRole, options?: Omit<PageOptions, 'kept'>) => Promise<WatchedPage>

async function keptBy(page: WatchedPage, role: SandboxRole): Promise<Kept> {
  await signInAs(page, role)
  return page.context().storageState()
}

const callers = new Map<SandboxRole, Promise<Caller>>()

/** One of the sandbox's people, calling the API; signs in once in a file. */
export function callerAs(role: SandboxRole): Promise<Caller> {
  const caller = callers.get(role) ?? sandboxCaller(role)
  callers.set(role, caller)
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
