import { type SiteConfig, siteConfig } from '#shared/contract/registry.ts'

let loaded: SiteConfig | undefined

/** Reads the tenant's part of the configuration, once, before anything is shown. Throws when it cannot be read. */
export async function loadSiteConfig(): Promise<SiteConfig> {
  const answer = await fetch('/config.json')
  if (!answer.ok) throw new Error(`HTTP error! status: ${answer.status}`)
  loaded = siteConfig.parse(await answer.json())
  return loaded
}

/** The configuration; it is there before the first screen. */
export function site(): SiteConfig {
  if (!loaded) throw new Error('the site configuration is read before anything is shown')
  return loaded
}
