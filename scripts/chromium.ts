import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'
import { installDebian, outputOf } from './debian.ts'

/** The headless shell draws the same pages without a window. */
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

/** CHROMIUM_PATH, the system's Chromium, or Playwright's, if any. Throws if CHROMIUM_PATH is not executable. */
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

/** Finds or installs a Chromium: Debian's as root, else Playwright's. Throws if neither works. */
export async function ensureChromium(): Promise<string> {
  const found = findChromium()
  if (found) return found
  console.error('Installing Chromium …')
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const output = [isDebianRoot ? await installDebian(['chromium-headless-shell', 'fonts-liberation']) : '']
  if (!findChromium()) output.push(await installPlaywrightBuild())
  const installed = findChromium()
  if (!installed) {
    throw new Error(`No Chromium, and none could be installed. Set CHROMIUM_PATH to one.\n${output.join('\n')}`)
  }
  return installed
}

function installPlaywrightBuild(): Promise<string> {
  const cli = join(import.meta.dirname, '../node_modules/playwright-core/cli.js')
  return outputOf(process.execPath, [cli, 'install', 'chromium'])
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
