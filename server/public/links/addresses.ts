import { sharePaths } from '#shared/rules/share-paths.ts'
import type { Registry, Shared } from './shared.ts'

export const oEmbedPath = '/oembed'

export function addressesOf({ site }: Registry, { kind, path }: Pick<Shared, 'kind' | 'path'>) {
  const query = path.slice(path.indexOf('?'))
  const page = `${site.origin}${path}`
  return {
    page,
    picture: `${site.origin}${sharePaths.picture(kind)}${query}`,
    badge: `${site.origin}${sharePaths.badge(kind)}${query}`,
    embed: `${site.origin}${sharePaths.embed(kind)}${query}`,
    oEmbed: `${site.origin}${oEmbedPath}?url=${encodeURIComponent(page)}`,
  }
}
