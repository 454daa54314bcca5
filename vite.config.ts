import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Libraries of every screen, which change seldom. */
const libraries = /node_modules\/(react|react-dom|scheduler|react-router|swr|i18next|use-sync-external-store|dequal)\//

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** What the start imports without waiting, however far: it is loaded in any case. */
let start: Set<string> | undefined

function startIn(graph: Graph): Set<string> {
  const found = new Set<string>()
  const follow = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) follow(imported)
  }
  follow(join(import.meta.dirname, 'web/app/main.tsx'))
  return found
}

/** Few files, for lines where each request costs: one of libraries, one of the start, one of the icons of other screens. */
const files = [
  { name: 'vendor', priority: 2, test: libraries },
  {
    debugName: 'start',
    priority: 1,
    name(id: string, graph: Graph) {
      start ??= startIn(graph)
      return start.has(id) && !id.includes('/lucide-react/') ? 'start' : null
    },
  },
  { name: 'icons', test: /node_modules\/lucide-react\// },
]

/**
 * React's developer tools read `displayName`. To set it counts as use, so that of a library that sets it nothing could be left out:
 * without the names a quarter of the router is.
 */
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

/**
 * One build serves any tenant: what differs comes from /config.json at run time.
 * Nothing is inlined (no data: addresses, no inline script or style), so that the strict CSP of the server holds.
 */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), withoutNames],
  resolve: { alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'web/lib/strict-zod.ts') }] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: files } } },
  },
})
