import { freePort } from '#embedded/free-port.ts'
import { deployedEnvironment, pathOfDeployed } from './deployed.ts'
import { type Server, startServer, until } from './program.ts'

export type Balancer = { url: string; server: Server; stop(): Promise<void> }

/** HAProxy with these files of deploy/haproxy, the first of which is base.cfg. */
export async function startHaproxy(files: readonly string[], environment: Record<string, string>): Promise<Balancer> {
  const listen = `127.0.0.1:${await freePort()}`
  const args = ['base.cfg', ...files].flatMap((file) => ['-f', pathOfDeployed(`haproxy/${file}`)])
  const env = { HAPROXY_LISTEN: listen, ...environment }
  const server = startServer('/usr/sbin/haproxy', ['-db', ...args], { env, orphanSignal: 'SIGTERM' })
  const url = `http://${listen}`
  const needed = files.some((file) => file !== 'database.cfg')
  await until(
    async () => !needed || (await fetch(url)).status > 0,
    15_000,
    () => server.lines.join('\n'),
  )
  return { url, server, stop: () => server.stop('SIGTERM', 5_000) }
}

/** As deploy/haproxy/default has it, with the addresses of this test. */
export const databaseEnvironment = (others: Record<string, string>) => deployedEnvironment('haproxy/default', others)
