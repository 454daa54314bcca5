import { chmod, glob, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import webConfig from '../vite.config.ts'

/** Smaller files are not compressed. */
const worthCompressing = 1024

/** Builds into `outDir` and adds compressed copies. */
async function run(outDir: string): Promise<void> {
  await build({ ...webConfig, configFile: false, logLevel: 'warn', build: { ...webConfig.build, outDir } })
  // Copied files keep the checkout's mode.
  for await (const file of glob(`${outDir}/*.*`)) await chmod(file, 0o600)
  for await (const file of glob(`${outDir}/assets/*.{js,css}`)) {
    const content = await readFile(file)
    if (content.length < worthCompressing) continue
    await writeFile(
      `${file}.br`,
      await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    )
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
}

const [outDir] = process.argv.slice(2)
if (outDir === undefined) throw new Error('The folder to build into is missing.')
await run(outDir)
