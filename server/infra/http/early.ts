import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { html } from '#server/infra/texts/html.ts'
import type { PageHead } from '#server/infra/texts/page-head.ts'
import { isPublicPath, paths } from '#shared/rules/paths.ts'

/** The chunk of what every member's first page needs (vite.config.ts), and the home screen. */
const ofMembers = 'person'
const ofHome = 'features/dashboard/dashboard-page.tsx'

/** Public screens; the server does not know who sees another. */
const screens: Record<string, string> = {
  [paths.projects]: 'app/collection-page.tsx',
  [paths.project]: 'features/projects/project-page.tsx',
  [paths.claims]: 'features/claims/claims-page.tsx',
  [paths.contact]: 'features/contact/contact-page.tsx',
}

/** Vite's manifest. */
const built = z.record(
  z.string(),
  z.object({ file: z.string(), name: z.string().optional(), imports: z.array(z.string()).default([]) }),
)

type Early = {
  /** The preload tags of an address, in addition to those in the page: its data and scripts. */
  tags: (url: string, head: Pick<PageHead, 'language' | 'reads'>) => string
  /** Attributes for the first script, which alone knows members: the files that it preloads for them. */
  ofMembers: (url: string, language: string) => string
}

/** Without a manifest no scripts are preloaded. */
export async function earlyIn(folder: string, page: string): Promise<Early> {
  const list = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}')
  const files = built.parse(JSON.parse(list))

  function follow(source: string, found: Set<string>): Set<string> {
    const { file, imports } = files[source] ?? { imports: [] }
    if (file === undefined || found.has(file) || page.includes(file)) return found
    found.add(file)
    for (const imported of imports) follow(imported, found)
    return found
  }

  const filesOf = (sources: readonly string[]) => [
    ...sources.reduce((found, source) => follow(source, found), new Set<string>()),
  ]
  const chunkOfMembers = Object.keys(files).find((key) => files[key]?.name === ofMembers) ?? ''
  const pathOf = (url: string) => url.split('?', 1)[0] ?? ''
  const textsOf = (parts: readonly string[], language: string) =>
    parts.map((part) => `../shared/texts/${part}${language}.json`)

  return {
    tags(url, { language, reads }) {
      const path = pathOf(url)
      const texts = textsOf(['first/', ...(isPublicPath(path) ? ['', 'later/'] : [])], language)
      return [
        ...['/config.json', ...reads].map(
          (address) => html`<link rel="preload" as="fetch" crossorigin href="${address}">`.markup,
        ),
        ...filesOf([...texts, screens[path] ?? '']).map(
          (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
        ),
      ].join('\n    ')
    },
    ofMembers(url, language) {
      const isHome = pathOf(url) === paths.home
      const files = filesOf(isHome ? [chunkOfMembers, ofHome] : [chunkOfMembers])
      const texts = isHome ? filesOf(textsOf([''], language)) : []
      return html`data-files="${files.join(' ')}" data-texts="${texts.join(' ')}"`.markup
    },
  }
}
