import type { SiteConfig } from '#shared/contract/registry.ts'
import { storeOf } from './store.ts'

const loaded = storeOf<SiteConfig | null>(null)

/** Runs before the first screen and after changes. Throws on failure. */
export async function loadSiteConfig(): Promise<SiteConfig> {
  const answer = await fetch('/config.json', { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`HTTP error! status: ${answer.status}`)
  // Unchecked: the server follows its schema.
  const config = (await answer.json()) as SiteConfig
  loaded.set(config)
  return config
}

export function site(): SiteConfig {
  const config = loaded.get()
  if (!config) throw new Error('the site configuration is read before anything is shown')
  return config
}

/** Rerenders when the configuration changes. */
export function useSite(): SiteConfig {
  loaded.use()
  return site()
}
