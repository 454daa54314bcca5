import type { SiteConfig } from '#shared/contract/registry.ts'
import { storeOf } from './store.ts'

const loaded = storeOf<SiteConfig | null>(null)

/**
 * Reads the tenant's part of the configuration: before anything is shown, and when it was changed. Throws if it cannot.
 */
export async function loadSiteConfig(): Promise<SiteConfig> {
  const answer = await fetch('/config.json', { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`HTTP error! status: ${answer.status}`)
  // The door from the wire: the server returns what its own schema declares.
  const config = (await answer.json()) as SiteConfig
  loaded.set(config)
  return config
}

/** The configuration; it is loaded before the first screen. */
export function site(): SiteConfig {
  const config = loaded.get()
  if (!config) throw new Error('the site configuration is read before anything is shown')
  return config
}

/** The same, for a component that is drawn again when the configuration changes: the app as a whole. */
export function useSite(): SiteConfig {
  loaded.use()
  return site()
}
