import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import subsetFont from 'subset-font'
import { build, defineConfig, type Plugin, type Rolldown, transformWithOxc } from 'vite'
import { languages } from './shared/rules/languages.ts'
import { countryShapes } from './web/domain/country-shapes.ts'

/** Used by every screen, seldom changed. */
const libraries = /node_modules\/(react|react-dom|scheduler|react-router|swr|i18next|use-sync-external-store|dequal)\//

const at = (file: string) => join(import.meta.dirname, 'web', file)

/** Entry points of chunks, by audience. */
const start = at('app/main.tsx')
const person = ['app/client.tsx', 'app/auth.ts', 'app/onboarding.tsx', 'app/person-bar.tsx'].map(at)
const dashboard = at('features/dashboard/dashboard-page.tsx')
const lists = ['app/collection-page.tsx', 'features/claims/claims-page.tsx'].map(at)
const project = at('features/projects/project-page.tsx')
const front = at('features/hero/front-page.tsx')
const maps = ['features/hero/front-map.tsx', 'features/projects/map-page.tsx', 'features/projects/place-map.tsx'].map(
  at,
)
/** What people of several accounts load on every page. */
const several = at('app/account-strip.tsx')
/** Pages and answers that have no form and need no zod: they load no form's files. */
const answers = [
  'app/contact-screen.tsx',
  'app/palette.tsx',
  'features/hero/front-answer.tsx',
  'features/hero/login-page.tsx',
  'features/search/search-page.tsx',
].map(at)

/** Screens used in the field, with the parts that they load on their own: the service worker keeps their files. */
const field = [
  'app/account-strip.tsx',
  'app/waiting-list.tsx',
  'app/mobile-menu.tsx',
  'app/onboarding.tsx',
  'app/person-bar.tsx',
  'features/dashboard/account-notice.tsx',
  'features/dashboard/dashboard-page.tsx',
  'features/hero/session-notices.tsx',
  'features/measurements/measurements-page.tsx',
  'features/projects/my-projects-page.tsx',
  'features/projects/project-page.tsx',
  'lib/chosen-account.ts',
  'ui/toast-card.tsx',
].map(at)

const textsOf = (language: string) =>
  ['', 'first/', 'later/', 'refusals/'].map((part) => at(`../shared/texts/${part}${language}.json`))

const icons = /node_modules\/lucide-react\//

type Graph = {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

/** For each file, the entries that import it statically. */
let neededBy: Map<string, Set<string>> | undefined

function needsIn(graph: Graph): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const entries = new Set([start])
  for (const entry of entries) {
    const follow = (id: string) => {
      const known = found.get(id) ?? new Set()
      // lucide's index imports every icon.
      if (known.has(entry) || icons.test(id)) return
      found.set(id, known.add(entry))
      const info = graph.getModuleInfo(id)
      for (const imported of info?.importedIds ?? []) follow(imported)
      for (const fetched of info?.dynamicallyImportedIds ?? []) entries.add(fetched)
    }
    follow(entry)
  }
  return found
}

/** A chunk of all files whose entries satisfy `holds`. */
function fileOf(name: string, priority: number, holds: (needs: readonly string[]) => boolean) {
  return {
    debugName: name,
    priority,
    name(id: string, graph: Graph) {
      neededBy ??= needsIn(graph)
      const needs = [...(neededBy.get(id) ?? [])]
      return needs.length > 0 && holds(needs) ? name : null
    },
  }
}

const oneOf = (some: readonly string[]) => (entry: string) => some.includes(entry)
const isShared = (needs: readonly string[]) => needs.length > 1

/** Few chunks, as each request costs. Higher priority takes first. */
const files = [
  { name: 'vendor', priority: 10, test: libraries },
  fileOf('start', 9, (needs) => needs.includes(start)),
  { name: 'icons', priority: 8, test: icons },
  { name: 'parts', priority: 8, test: /\/texts\/(part-texts\.ts|parts\/)/ },
  fileOf(
    'common',
    7,
    (needs) => needs.some(oneOf([...person, dashboard])) && isShared(needs) && !needs.every(oneOf(person)),
  ),
  fileOf('person', 6, (needs) => needs.every(oneOf(person))),
  fileOf('lists', 5, (needs) => needs.some(oneOf(lists)) && isShared(needs)),
  fileOf('charts', 4, (needs) => needs.includes(front) && isShared(needs)),
  fileOf('project', 3, (needs) => needs.includes(project) && isShared(needs)),
  { name: 'choices', priority: 3, test: /node_modules\/@base-ui\// },
  fileOf('maps', 2, (needs) => needs.some(oneOf(maps)) && isShared(needs)),
  fileOf('several', 2, (needs) => needs.includes(several) && isShared(needs)),
  fileOf('answers', 2, (needs) => needs.some(oneOf(answers)) && isShared(needs)),
  { name: 'sheets', priority: 1, test: /node_modules\/csv-parse\// },
  { name: 'schemas', priority: 1, minShareCount: 2, test: /\/(node_modules\/zod|shared\/contract)\// },
  { name: 'forms', priority: 0, minShareCount: 2, test: /\.(tsx?|m?js)$/ },
]

/** Setting `displayName` prevents tree shaking: the router is a quarter smaller without. */
const withoutNames: Plugin = {
  name: 'without-names',
  transform: {
    filter: { id: /node_modules\/react-router\/.*[.]mjs$/ },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'),
  },
}

/** Shapes are drawn here instead of on phones. */
const drawnShapes: Plugin = {
  name: 'drawn-shapes',
  load: {
    filter: { id: /\/domain\/country-shapes[.]ts$/ },
    handler: () => `export const countryShapes = ${JSON.stringify(countryShapes)}`,
  },
}

/** The server renders text: styles and fonts load first. */
const scriptsLater: Plugin = {
  name: 'scripts-later',
  transformIndexHtml: {
    order: 'post',
    handler: (page) => page.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"'),
  },
}

/** The characters of the font's unicode-range (web/ui/theme.css). */
const characters = [
  ...[
    [0x20, 0xff],
    [0x2bb, 0x2bc],
    [0x2000, 0x206f],
  ].flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
  ...[0x131, 0x152, 0x153, 0x2c6, 0x2da, 0x2dc, 0x304, 0x308, 0x329, 0x20ac, 0x2122, 0x2191, 0x2193, 0x2212, 0x2215],
  ...[0xfeff, 0xfffd],
]

/** The main font in the weights that the app uses: every first visit loads it before all else. */
const lighterFont: Plugin = {
  name: 'lighter-font',
  async generateBundle(_, bundle) {
    const font = Object.values(bundle).find(({ fileName }) => /inter-latin-wght-normal/.test(fileName))
    if (font?.type !== 'asset') return
    font.source = await subsetFont(Buffer.from(font.source), String.fromCodePoint(...characters), {
      targetFormat: 'woff2',
      variationAxes: { wght: { min: 400, max: 600 } },
    })
  },
}

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>

/** The addresses of these modules' chunks, and of all that the chunks import statically. */
function addressesOf(bundle: Bundle, modules: readonly string[]): string[] {
  const found = new Set<string>()
  const follow = (name: string) => {
    const file = bundle[name]
    if (file?.type !== 'chunk' || found.has(name)) return
    found.add(name)
    for (const style of file.viteMetadata?.importedCss ?? []) found.add(style)
    file.imports.forEach(follow)
  }
  for (const id of modules) {
    const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.includes(id))
    if (!chunk) throw new Error(`No chunk has ${id}.`)
    follow(chunk.fileName)
  }
  return [...found].map((name) => `/${name}`)
}

/** The worker keeps its name, and begins with its build's version: the start script, which names all screens' files. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  async generateBundle(_, bundle) {
    const file = at('worker/worker.ts')
    const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
    const facts = {
      version: addressesOf(bundle, [start])[0],
      fieldFiles: addressesOf(bundle, field),
      textFiles: Object.fromEntries(languages.map((language) => [language, addressesOf(bundle, textsOf(language))])),
    }
    const lines = Object.entries(facts).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}`)
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: [...lines, code].join('\n') })
  },
}

const strictZod = [{ find: /^zod$/, replacement: at('lib/strict-zod.ts') }]

/** The page that checks proofs is one file, for people who keep it; its own policy lets it connect to nobody. */
const checkPage: Plugin = {
  name: 'check-page',
  async generateBundle() {
    const [page = '', style = ''] = await Promise.all(
      ['page.html', 'style.css'].map((name) => readFile(at(`check-page/${name}`), 'utf8')),
    )
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      root: at('check-page'),
      resolve: { alias: strictZod },
      build: { write: false, lib: { entry: 'main.ts', formats: ['iife'], name: 'checkPage', fileName: 'main' } },
    })
    const [{ output }] = built as [Rolldown.RolldownOutput]
    const script = output[0].code.replaceAll('</script', '<\\/script')
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const policy = [
      "default-src 'none'; base-uri 'none'; form-action 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
    ].join('; ')
    const source = page
      .replace('content=""', () => `content="${policy}"`)
      .replace('<style></style>', () => `<style>${style}</style>`)
      .replace('<script></script>', () => `<script>${script}</script>`)
    this.emitFile({ type: 'asset', fileName: 'check.html', source })
  },
}

/** One build serves all tenants; /config.json holds the differences. Nothing is inlined, for the strict CSP. */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), withoutNames, drawnShapes, scriptsLater, lighterFont, serviceWorker, checkPage],
  resolve: { alias: strictZod },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: files } } },
  },
})
