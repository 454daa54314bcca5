import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What every screen needs comes in few files, for lines where each request costs. */
const chunks = [
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler|react-router|swr|i18next|react-i18next|i18next-browser-languagedetector)\//,
  },
  { name: 'icons', test: /node_modules\/lucide-react\// },
]

/**
 * One build serves any tenant: what differs comes from /config.json at run time.
 * Nothing is inlined (no data: addresses, no inline script or style), so that the strict CSP of the server holds.
 */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  resolve: { alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'web/lib/strict-zod.ts') }] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
