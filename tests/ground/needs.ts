import { ensureDebian } from '../../scripts/debian.ts'

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

/** Installs Debian's packages. Throws, naming packages that stay missing. */
export async function provideServers(): Promise<void> {
  const missing = await ensureDebian(packages)
  if (missing !== null) throw new Error(`The ground needs servers of Debian: ${missing}`)
}
