import { ensureDebian } from '../../scripts/debian.ts'

/** Debian's packages whose programs the ground starts; no test installs any. */
const packages = [
  'clamav-daemon',
  'etcd-server',
  'faketime',
  'glewlwyd',
  'haproxy',
  'nginx',
  'openssl',
  'patroni',
  'pgbouncer',
  'postgresql-15',
  'strace',
  'systemd',
] as const

/** Sees to it that these packages are installed. Throws with the names of those that are not and cannot be. */
export async function provideServers(): Promise<void> {
  const missing = await ensureDebian(packages)
  if (missing !== null) throw new Error(`The ground needs servers of Debian: ${missing}`)
}
