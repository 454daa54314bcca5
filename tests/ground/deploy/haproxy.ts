import { startServer, until } from '../program.ts'
import { pathOfDeployed } from './deployed.ts'

/** HAProxy with base.cfg and these files of deploy/haproxy. */
export async function startHaproxy(files: readonly string[], environment: Readonly<Record<string, string>>) {
  const args = ['base.cfg', ...files].flatMap((file) => ['-f', pathOfDeployed(`haproxy/${file}`)])
  const server = startServer('/usr/sbin/haproxy', ['-db', ...args], { env: { ...environment } })
  const url = `http://${environment.HAPROXY_LISTEN}`
  await until(
    async () => (await fetch(url)).status > 0,
    15_000,
    () => server.lines.join('\n'),
  )
  return { url, stop: () => server.stop('SIGTERM', 5_000) }
}
