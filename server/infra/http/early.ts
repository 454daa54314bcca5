import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { html } from '#server/infra/texts/html.ts'
import type { PageHead } from '#server/infra/texts/page-head.ts'
import { isPublicPath, paths } from '#shared/rules/paths.ts'

/** Public screens; the server does not know who sees another. */
const screens: Record<string, string> = {
  [paths.projects]: 'app/collection-page.tsx',
  [paths.project]: 'features/projects/project-page.tsx',
  [paths.claims]: 'features/claims/claims-page.tsx',
  [paths.contact]: 'features/contact/contact-page.tsx',
}

/** Vite's manifest. */
const built = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).default([]) }))

/**
 * Returns the preload tags of an address, in addition to those in the page: its data and scripts. Without a manifest no
 * scripts are preloaded.
 */
export async function earlyIn(
  folder: string,
  page: string,
): Promise<(url: string, head: Pick<PageHead, 'language' | 'reads'>) => string> {
  const list = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}')
  const files = built.parse(JSON.parse(list))

  function follow(source: string, found: Set<string>): Set<string> {
    const { file, imports } = files[source] ?? { imports: [] }
    if (file === undefined || found.has(file) || page.includes(file)) return found
    found.add(file)
    for (const imported of imports) follow(imported, found)
    return found
  }

  return (url, { language, reads }) => {
    const path = url.split('?', 1)[0] ?? ''
    const texts = ['first/', ...(isPublicPath(path) ? ['', 'later/'] : [])]
    const sources = [...texts.map((part) => `../shared/texts/${part}${language}.json`), screens[path] ?? '']
    const scripts = sources.reduce((found, source) => follow(source, found), new Set<string>())
    return [
      ...['/config.json', ...reads].map(
        (address) => html`<link rel="preload" as="fetch" crossorigin href="${address}">`.markup,
      ),
      ...[...scripts].map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`),
    ].join('\n    ')
  }
}
