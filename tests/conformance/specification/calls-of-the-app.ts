import { vi } from 'vitest'
import { oidcUserKey } from '#shared/rules/signed-in-record.ts'
import { world } from '#tests/browser/world.ts'
import { loadSiteConfig, site } from '#web/lib/site-config.ts'
import { siteStorage } from '#web/lib/site-storage.ts'

/** Stubs a tab's globals: address, configuration, and the stored sign-in or none. */
export async function callsOfTheApp(record: Record<string, unknown> | null): Promise<void> {
  const { fetch: send } = globalThis
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => send(new URL(address, world.baseUrl), init))
  vi.stubGlobal('window', { location: new URL('/wallet', world.baseUrl) })
  await loadSiteConfig()
  const { authority, clientId } = site().oidc
  siteStorage.clear()
  if (record) siteStorage.setItem(oidcUserKey(authority, clientId), JSON.stringify(record))
}
