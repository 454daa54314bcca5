import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { finish } from '#tests/kit/processes.ts'
import { startServer, until } from '../program.ts'
import { deployed } from './deployed.ts'

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

/** nginx with deploy/nginx/registry.conf in place of Debian's includes. */
export async function startNginx(folder: string, ports: { http: number; https: number }, balancer: string) {
  const home = join(folder, 'nginx')
  await mkdir(join(home, 'cache'), { recursive: true })
  // If root starts nginx, its workers run as nobody.
  for (const each of [folder, home, join(home, 'cache')]) await chmod(each, 0o777)
  const [certificate, key] = [join(home, 'registry.crt'), join(home, 'registry.key')]
  await selfSigned(certificate, key)
  const site = await deployed('nginx/registry.conf', {
    '/var/cache/nginx/registry': join(home, 'cache'),
    '/etc/nginx/registry.crt': certificate,
    '/etc/nginx/registry.key': key,
    'listen 80 ': `listen 127.0.0.1:${ports.http} `,
    'listen 443 ': `listen 127.0.0.1:${ports.https} `,
    'server 127.0.0.1:8080;': `server ${balancer};`,
  })
  await writeFile(join(home, 'registry.conf'), site)
  const main = [
    'daemon off; worker_processes 2; error_log stderr; pid nginx.pid;',
    'events { worker_connections 1024; }',
    'http { access_log off; client_body_temp_path body; proxy_temp_path proxy; include registry.conf; }',
  ]
  await writeFile(join(home, 'nginx.conf'), main.join('\n'))
  const server = startServer('/usr/sbin/nginx', ['-p', home, '-e', 'stderr', '-c', join(home, 'nginx.conf')])
  const ca = await readFile(certificate, 'utf8')
  const url = `https://registry.test:${ports.https}`
  const ask = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const address = { host: '127.0.0.1', port: ports.https, servername: 'registry.test', path, ca }
      const asking = get({ ...address, headers: { host: 'registry.test', ...headers } }, (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }), reject)
      })
      asking.once('error', reject)
    })
  await until(
    async () => (await ask('/')).status > 0,
    15_000,
    () => server.lines.join('\n'),
  )
  const send = (request: string) =>
    sentTo(connect({ host: '127.0.0.1', port: ports.https, servername: 'registry.test', ca }), request)
  return { url, ask, send, stop: () => server.stop('SIGTERM', 5_000) }
}

/** Sends a raw request; the peer must close the connection. */
export function sentTo(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    // A broken connection also ends the answer.
    socket.once('error', () => {})
    socket.once('close', () => resolve(Buffer.concat(parts).toString('latin1')))
    socket.write(request)
  })
}

async function selfSigned(certificate: string, key: string): Promise<void> {
  const subject = ['-subj', '/CN=registry.test', '-addext', 'subjectAltName=DNS:registry.test']
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const { code, output } = await finish('openssl', [...kind, ...subject, '-keyout', key, '-out', certificate])
  if (code !== 0) throw new Error(output)
}
