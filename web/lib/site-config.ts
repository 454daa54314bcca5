import { useSyncExternalStore } from 'react'
import { type SiteConfig, siteConfig } from '#shared/contract/registry.ts'

let loaded: SiteConfig | undefined
const listeners = new Set<() => void>()

/** Reads the tenant's part of the configuration: before anything is shown, and when it was changed. Throws when it cannot be read. */
export async function loadSiteConfig(): Promise<SiteConfig> {
  const answer = await fetch('/config.json')
  if (!answer.ok) throw new Error(`HTTP error! status: ${answer.status}`)
  loaded = siteConfig.parse(await answer.json())
  for (const tell of listeners) tell()
  return loaded
}

/** The configuration; it is there before the first screen. */
export function site(): SiteConfig {
  if (!loaded) throw new Error('the site configuration is read before anything is shown')
  return loaded
}

/** The same, for what is drawn again when it changes: the app as a whole. */
export function useSite(): SiteConfig {
  return useSyncExternalStore((tell) => {
    listeners.add(tell)
    return () => listeners.delete(tell)
  }, site)
}
