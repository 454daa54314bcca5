import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Sees to it that Debian's packages of these names are installed: null when they are, else why not, in words for whoever
 * reads that tests were left out. Installs them as root, and nowhere where that would start services of their own.
 */
export async function ensureDebian(packages: readonly string[]): Promise<string | null> {
  if (!existsSync('/usr/bin/dpkg')) return `${packages.join(', ')}: Debian's packages, and this is no Debian`
  const missing = await missingOf(packages)
  if (missing.length === 0) return null
  const names = missing.join(' ')
  if (process.getuid?.() !== 0) return `not installed, and only root may install: ${names}`
  if (existsSync('/run/systemd/system')) return `not installed, and their services would start here: ${names}`
  const said = await installDebian(missing)
  const stillMissing = await missingOf(missing)
  return stillMissing.length === 0 ? null : `could not be installed: ${stillMissing.join(' ')}\n${said}`
}

/** Installs the packages and gives what apt wrote; two at a time wait for each other. */
export async function installDebian(packages: readonly string[]): Promise<string> {
  // Where an init asks for the runlevel, it is the one in which no service starts.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = 'apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3'
  const script = `${apt} update; ${apt} install -y --no-install-recommends "$@"`
  // apt waits for the lock of dpkg and not for that of its lists.
  const lock = join(tmpdir(), 'registry-apt.lock')
  return saidBy('flock', ['--timeout', '600', lock, 'sh', '-c', script, 'sh', ...packages], env)
}

async function missingOf(packages: readonly string[]): Promise<string[]> {
  const asked = packages.map(async (name) => {
    const said = await saidBy('dpkg', ['--status', name])
    return /^Status: \S+ ok installed$/m.test(said) ? [] : [name]
  })
  return (await Promise.all(asked)).flat()
}

/** What the program wrote, whether or not it failed. */
export function saidBy(command: string, args: string[], env = process.env): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { env, maxBuffer: 2 ** 26 }, (error, output, complaint) => {
      resolve(`${output}${complaint}`.trim() || (error?.message ?? ''))
    })
  })
}
