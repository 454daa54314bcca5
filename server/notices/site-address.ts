import type { Config } from '#server/config.ts'

/** Where the people of a tenant open its site, without a slash at the end. */
export function siteAddress(config: Pick<Config, 'PUBLIC_URL'>, _tenantId: string): string {
  return config.PUBLIC_URL
}
