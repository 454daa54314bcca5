import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
/** Everything that the built web app depends on. */
const sources = ['web/**/*', 'shared/**/*', 'package-lock.json', 'vite.config.ts']

/**
 * Returns the folder of the built web app, built now if its sources have changed. It is under `dataDir`, so that a read-only
 * checkout works. The build runs in a process of its own, whose memory is freed afterwards. Throws with the build's output.
 */
export async function ensureWebBuilt({ dataDir }: { dataDir: string }): Promise<string> {
  const builds = join(dataDir, 'web')
  const folder = join(builds, await sourceHash())
  if (existsSync(join(folder, 'index.html'))) return folder
  const unfinished = `${folder}.${process.pid}`
  await mkdir(builds, { recursive: true })
  await build(unfinished)
  await rename(unfinished, folder).catch(async (error: unknown) => {
    // Another process finished the same build first.
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(join(folder, 'index.html'))) throw error
  })
  await forgetOthers(builds, folder)
  return folder
}

/** A hash of the names and contents of all sources, tests left out. */
async function sourceHash(): Promise<string> {
  const hash = createHash('sha256')
  const files: string[] = []
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile() && !entry.name.includes('.test.')) files.push(join(entry.parentPath, entry.name))
  }
  for (const file of files.sort()) hash.update(file.slice(root.length)).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

async function build(outDir: string): Promise<void> {
  const script = join(import.meta.dirname, 'web-build-run.ts')
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [script, outDir], { cwd: root, env }).catch((error: unknown) => {
    throw new Error('The web app could not be built.', { cause: error })
  })
}

async function forgetOthers(builds: string, kept: string): Promise<void> {
  for (const name of await readdir(builds)) {
    if (/^[0-9a-f]{16}$/.test(name) && join(builds, name) !== kept) {
      await rm(join(builds, name), { recursive: true, force: true })
    }
  }
}
