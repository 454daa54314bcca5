import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Refused } from '#server/infra/refused.ts'

const root = join(import.meta.dirname, '..')
/** Everything that the built web app depends on. */
const sources = ['web/**/*', 'shared/**/*', 'package-lock.json', 'vite.config.ts']
/** The build of a release, made once and copied to every machine. */
const release = join(root, 'dist/web')
/** Beside the pages of a release: the hash of the sources that it was built from. */
const madeFrom = 'sources.sha256'

export type WebFolderOptions = { dataDir: string; isProduction: boolean }

/**
 * Returns the folder of the built web app: the release's if it was built from these sources, else one under `dataDir`, built now
 * if the sources have changed, so that a read-only checkout works. In production nothing is built: throws Refused without a
 * release that fits. A build that fails throws with its output.
 */
export async function webFolderOf({ dataDir, isProduction }: WebFolderOptions): Promise<string> {
  const hash = await sourceHash()
  const builtFrom = await readFile(join(release, madeFrom), 'utf8').catch(() => null)
  if (builtFrom === hash) return release
  if (!isProduction) return ensureBuilt(join(dataDir, 'web'), hash)
  const why = builtFrom === null ? 'has not been built' : 'was built from other sources than these'
  throw new Refused(`The web app ${why}, and production builds nothing. Run npm run build for the release.`)
}

/** Builds the web app of a release into `folder`, or throws with the build's output. */
export async function buildRelease(folder = release): Promise<string> {
  const unfinished = `${folder}.${process.pid}`
  await build(unfinished)
  await markRelease(unfinished)
  await rm(folder, { recursive: true, force: true })
  await rename(unfinished, folder)
  return folder
}

/** Says of a folder that it holds the web app of the sources as they are now. */
export async function markRelease(folder = release): Promise<void> {
  await writeFile(join(folder, madeFrom), await sourceHash())
}

async function ensureBuilt(builds: string, hash: string): Promise<string> {
  const folder = join(builds, hash)
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

/** In a process of its own, whose memory is freed afterwards. */
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
