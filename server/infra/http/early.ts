import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isPublicPath, paths } from '#shared/rules/paths.ts'

/** Where the screens that visitors may open are written. Who is signed in is known to the browser alone, and so are other screens. */
const screens: Record<string, string> = {
  [paths.projects]: 'app/collection-page.tsx',
  [paths.project]: 'features/projects/project-page.tsx',
  [paths.claims]: 'features/claims/claims-page.tsx',
  [paths.contact]: 'features/contact/contact-page.tsx',
}

/** What the build says of each of its files: its name, and what it imports. */
const built = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).default([]) }))

/**
 * Returns the tags by which the page of an address names what its screen needs, so that all of it is on its way before the first
 * script runs; the page itself names those of every screen. They only save time: a build without its list has none.
 */
export async function earlyIn(folder: string, page: string): Promise<(url: string, language: string) => string> {
  const list = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}')
  const files = built.parse(JSON.parse(list))

  function follow(source: string, found: Set<string>): Set<string> {
    const { file, imports } = files[source] ?? { imports: [] }
    if (file === undefined || found.has(file) || page.includes(file)) return found
    found.add(file)
    for (const imported of imports) follow(imported, found)
    return found
  }

  return (url, language) => {
    const path = url.split('?', 1)[0] ?? ''
    const texts = ['first/', ...(isPublicPath(path) ? ['', 'later/'] : [])]
    const sources = [...texts.map((part) => `../shared/texts/${part}${language}.json`), screens[path] ?? '']
    const scripts = sources.reduce((found, source) => follow(source, found), new Set<string>())
    return [
      '<link rel="preload" as="fetch" crossorigin href="/config.json">',
      ...[...scripts].map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`),
    ].join('\n    ')
  }
}
