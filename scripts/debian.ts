import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Installs missing packages, if root and if no service would start. Returns null, or why they are missing. */
export async function ensureDebian(packages: readonly string[]): Promise<string | null> {
  if (!existsSync('/usr/bin/dpkg')) return `${packages.join(', ')}: Debian's packages, and this is no Debian`
  const missing = await missingOf(packages)
  if (missing.length === 0) return null
  const names = missing.join(' ')
  if (process.getuid?.() !== 0) return `not installed, and only root may install: ${names}`
  if (existsSync('/run/systemd/system')) return `not installed, and their services would start here: ${names}`
  const output = await installDebian(missing)
  const stillMissing = await missingOf(missing)
  return stillMissing.length === 0 ? null : `could not be installed: ${stillMissing.join(' ')}\n${output}`
}

/** Returns apt's output; concurrent calls wait. */
export async function installDebian(packages: readonly string[]): Promise<string> {
  // No service starts in runlevel 1.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = 'apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3'
  const script = `${apt} update; ${apt} install -y --no-install-recommends "$@"`
  // apt waits for dpkg's lock but not for that of its lists.
  const lock = join(tmpdir(), 'registry-apt.lock')
  return outputOf('flock', ['--timeout', '600', lock, 'sh', '-c', script, 'sh', ...packages], env)
}

async function missingOf(packages: readonly string[]): Promise<string[]> {
  const checks = packages.map(async (name) => {
    const output = await outputOf('dpkg', ['--status', name])
    return /^Status: \S+ ok installed$/m.test(output) ? [] : [name]
  })
  return (await Promise.all(checks)).flat()
}

export function outputOf(command: string, args: string[], env = process.env): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { env, maxBuffer: 2 ** 26 }, (error, output, complaint) => {
      resolve(`${output}${complaint}`.trim() || (error?.message ?? ''))
    })
  })
}
