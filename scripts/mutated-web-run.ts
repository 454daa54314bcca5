import { join } from 'node:path'
import { build } from 'vite'
import webConfig from '../vite.config.ts'

/**
 * Rebuilds the web app on changes and sends its sources or the error. Constant file names spare the server a restart.
 */
const output = { entryFileNames: 'assets/[name].js', chunkFileNames: 'assets/[name].js' }
const together = { buildDelay: 100 }

let sources: string[] = []
const noteSources = {
  name: 'note-sources',
  generateBundle(this: { getModuleIds(): Iterable<string> }) {
    sources = [...this.getModuleIds()].map((id) => id.split('?', 1)[0] ?? id)
  },
}

const rolldownOptions = webConfig.build?.rolldownOptions
const outDir = join(import.meta.dirname, '../dist/web')
const watcher = await build({
  ...webConfig,
  configFile: false,
  logLevel: 'error',
  plugins: [webConfig.plugins, noteSources],
  build: {
    ...webConfig.build,
    outDir,
    emptyOutDir: false,
    watch: together,
    rolldownOptions: {
      ...rolldownOptions,
      experimental: { incrementalBuild: true },
      output: { ...rolldownOptions?.output, ...output },
    },
  },
})
if (!('on' in watcher)) throw new Error('The build does not watch.')
process.on('disconnect', () => process.exit())
watcher.on('event', (event) => {
  if (event.code === 'END') process.send?.(sources)
  if (event.code === 'ERROR') process.send?.(event.error.message)
})
