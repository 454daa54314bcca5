import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

/** The shell without windows first: it draws the same pages and no window around them. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The path of a Chromium: what CHROMIUM_PATH names, the system's, or Playwright's own; undefined if there is none.
 * Fails if CHROMIUM_PATH names nothing that can be run.
 */
export function findChromium(): string | undefined {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) {
    if (!isProgram(wanted)) throw new Error(`CHROMIUM_PATH names ${wanted}, which is not a program.`)
    return wanted
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...macApps, chromium.executablePath()].find(isProgram)
}

/** Finds a Chromium or installs one: Debian's package when we are root on a Debian, else Playwright's own build. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  console.error('Installing Chromium …')
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const said = [isDebianRoot ? installDebianPackage() : '']
  if (!findChromium()) said.push(installPlaywrightBuild())
  const installed = findChromium()
  if (!installed) {
    throw new Error(`No Chromium, and none could be installed. Set CHROMIUM_PATH to one.\n${said.join('\n')}`)
  }
  return installed
}

function installDebianPackage(): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']
  const updated = runQuietly('apt-get', [...options, 'update'], env)
  const install = [
    ...options,
    'install',
    '-y',
    '--no-install-recommends',
    'chromium-headless-shell',
    'fonts-liberation',
  ]
  return `${updated}\n${runQuietly('apt-get', install, env)}`
}

function installPlaywrightBuild(): string {
  const cli = join(import.meta.dirname, '../node_modules/playwright-core/cli.js')
  return runQuietly(process.execPath, [cli, 'install', 'chromium'], process.env)
}

/** What the program wrote. */
function runQuietly(command: string, args: string[], env: NodeJS.ProcessEnv): string {
  const { stdout, stderr, error } = spawnSync(command, args, { env, encoding: 'utf8' })
  return error ? error.message : `${stdout}${stderr}`.trim()
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
