import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Refused } from '#server/infra/refused.ts'

const root = join(import.meta.dirname, '..')
const sources = ['web/**/*', 'shared/**/*', 'proof/**/*', 'package-lock.json', 'vite.config.ts']
/** Made once and copied to every machine. */
const release = join(root, 'dist/web')
/** The hash of a release's sources. */
const madeFrom = 'sources.sha256'

export type WebFolderOptions = { dataDir: string; isProduction: boolean }

/**
 * Returns the release if built from these sources, else a build below `dataDir`. Throws Refused in production without
 * such a release. Throws if a build fails.
 */
export async function webFolderOf({ dataDir, isProduction }: WebFolderOptions): Promise<string> {
  const hash = await sourceHash()
  const builtFrom = await readFile(join(release, madeFrom), 'utf8').catch(() => null)
  if (builtFrom === hash) return release
  if (!isProduction) return ensureBuilt(join(dataDir, 'web'), hash)
  const why = builtFrom === null ? 'has not been built' : 'was built from other sources than these'
  throw new Refused(`The web app ${why}, and production builds nothing. Run npm run build for the release.`)
}

/** Throws with the build's output. */
export async function buildRelease(folder = release): Promise<string> {
  const unfinished = `${folder}.${process.pid}`
  await build(unfinished)
  await markRelease(unfinished)
  await rm(folder, { recursive: true, force: true })
  await rename(unfinished, folder)
  return folder
}

/** Marks `folder` as built from these sources. */
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
    // Another process finished first.
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(join(folder, 'index.html'))) throw error
  })
  await removeOthers(builds, folder)
  return folder
}

async function sourceHash(): Promise<string> {
  const hash = createHash('sha256')
  const files: string[] = []
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile() && !entry.name.includes('.test.')) files.push(join(entry.parentPath, entry.name))
  }
  for (const file of files.sort()) hash.update(file.slice(root.length)).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

/** Its own process frees its memory. */
async function build(outDir: string): Promise<void> {
  const script = join(import.meta.dirname, 'web-build-run.ts')
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [script, outDir], { cwd: root, env }).catch((error: unknown) => {
    throw new Error('The web app could not be built.', { cause: error })
  })
}

async function removeOthers(builds: string, current: string): Promise<void> {
  for (const name of await readdir(builds)) {
    if (/^[0-9a-f]{16}$/.test(name) && join(builds, name) !== current) {
      await rm(join(builds, name), { recursive: true, force: true })
    }
  }
}
