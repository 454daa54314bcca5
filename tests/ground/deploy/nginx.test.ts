import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { insertPerson } from '#server/identity/passwords/persons.ts'
import { startIdentity } from '#server/identity/start.ts'
import { readConfig } from '#server/infra/config.ts'
import { connectDatabase, newId } from '#server/infra/db/database.ts'
import { readFigures } from '#shared/contract/registry.ts'
import { aDeployment, type Deployment, freePorts } from '../chaos/deployment.ts'
import { tenantId } from '../chaos/people.ts'
import { deployedEnvironment } from './deployed.ts'
import { startHaproxy } from './haproxy.ts'
import { sentTo, startNginx } from './nginx.ts'

const figures = `${readFigures.path}?tenantId=${tenantId}`

/** nginx, HAProxy and one registry with the files of deploy/; two backends are down. */
async function aFront() {
  const folder = await mkdtemp(join(tmpdir(), 'registry-front-'))
  const [listen = 0, http = 0, https = 0, ...ports] = await freePorts(6)
  const environment = await deployedEnvironment('haproxy/default', {
    HAPROXY_LISTEN: `127.0.0.1:${listen}`,
    ...Object.fromEntries(ports.map((port, index) => [`REGISTRY_${index + 1}`, `127.0.0.1:${port}`])),
  })
  const haproxy = await startHaproxy(['registry.cfg'], environment)
  const settings = { OIDC_AUTHORITY: 'embedded', TRUSTED_PROXIES: '127.0.0.1' }
  const deployment = await aDeployment({ ports: ports.slice(0, 1), publicUrl: haproxy.url, settings })
  const nginx = await startNginx(folder, { http, https }, `127.0.0.1:${listen}`)
  const [registry] = deployment.registries
  return {
    ask: nginx.ask,
    send: { nginx: nginx.send, haproxy: (request: string) => sentTo(connect(listen, '127.0.0.1'), request) },
    deployment,
    /** The cache's status: MISS, HIT, STALE, BYPASS … */
    cached: async (path: string, headers?: Record<string, string>) =>
      (await nginx.ask(path, headers)).headers['x-cache'],
    signedIn: async () => ({ authorization: `Bearer ${await tokenOfSomebody(deployment)}` }),
    stopRegistry: async () => void (await registry?.stop()),
    async stop() {
      await nginx.stop()
      await deployment.stop()
      await haproxy.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function tokenOfSomebody({ databaseUrl, publicUrl }: Deployment): Promise<string> {
  const sql = connectDatabase(databaseUrl, { max: 2 })
  const config = readConfig({ PUBLIC_URL: publicUrl, OIDC_AUTHORITY: 'embedded' })
  const identity = await startIdentity({ sql, config, log: pino({ level: 'silent' }), mail: null })
  const id = newId()
  const person = { id, tenantId, email: `${id}@registry.test`, groups: [], status: 'active' as const }
  const names = { firstName: 'Test', lastName: 'Visitor', language: 'en' as const }
  await insertPerson(sql, { ...person, ...names }, '$argon2id$nobody')
  const token = await identity.issueToken(id)
  await identity.stop()
  await sql.end()
  return token
}

test('public pages are cached, served while the registry is away, and answers to signed-in people are not cached', async ({
  onTestFinished,
}) => {
  const front = await aFront()
  onTestFinished(front.stop)
  const { ask, cached } = front
  await expect.poll(async () => (await ask('/readyz')).status, { timeout: 15_000 }).toBe(200)

  const french = { 'accept-language': 'fr-CA, en;q=0.5' }
  const page = await ask('/', french)
  expect(page).toMatchObject({ status: 200, headers: { 'x-cache': 'MISS', 'content-language': 'fr' } })
  // Equivalent language headers share a page.
  expect(await ask('/', { 'accept-language': 'fr' })).toMatchObject({ headers: { 'x-cache': 'HIT' }, body: page.body })
  expect((await ask('/', { 'accept-language': 'sw' })).headers).toMatchObject({ 'content-language': 'sw' })
  expect((await ask('/', { 'accept-encoding': 'gzip, br' })).headers).toMatchObject({ 'content-encoding': 'br' })
  expect((await ask('/')).headers).not.toHaveProperty('content-encoding')

  const signedIn = await front.signedIn()
  expect(await cached(figures, signedIn)).toBe('BYPASS')
  expect(await cached(figures)).toBe('MISS')
  expect(await cached(figures)).toBe('HIT')
  expect(await cached(figures, signedIn)).toBe('BYPASS')
  const known = await ask(figures)

  await front.stopRegistry()
  expect(await ask('/', french)).toMatchObject({ status: 200, body: page.body })
  // An expired page beats none.
  await expect.poll(() => cached(figures), { timeout: 20_000 }).toBe('STALE')
  expect(await ask(figures)).toMatchObject({ status: 200, body: known.body })
  expect((await ask(figures, signedIn)).status).toBe(503)
  expect((await ask('/api/projects/my', signedIn)).status).toBe(503)
}, 120_000)

/** Request heads with unusual or two hosts. */
function oddRequests(path: string, own: string, other: string): string[] {
  const written = (host: string) => [
    host,
    host.toUpperCase(),
    `${host}:443`,
    `${host}:8443`,
    `${host}.`,
    `${host}.:443`,
    ` ${host}`,
    `${host} `,
    `x@${host}`,
    `${host}%00`,
    `${host}/`,
    `${host}, ${other}`,
    `%61${host.slice(1)}`,
  ]
  const paths = [path, `/.${path}`, `/%2e${path}`, `//${path.slice(1)}`, path.replace('config', '%63onfig')]
  const hostLines = written(own).flatMap((host) => [
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n`,
    `GET https://${other}${path} HTTP/1.1\r\nHost: ${host}\r\n`,
    `GET http://${other}:80${path} HTTP/1.1\r\nHost: ${host}\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nHost: ${other}\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: ${other}\r\nForwarded: host=${other}\r\n`,
  ])
  const lines = written(other).flatMap((host) =>
    paths.map((each) => `GET https://${host}${each} HTTP/1.1\r\nHost: ${own}\r\n`),
  )
  const others = [
    `GET ${path} HTTP/1.0\r\n`,
    `GET ${path} HTTP/1.0\r\nHost: ${other}\r\n`,
    `GET https://${other}${path} HTTP/1.0\r\n`,
    `GET ${path} HTTP/1.1\r\nHost:\r\n`,
    `GET ${path} HTTP/1.1\r\nHost:\r\nHost: ${other}\r\n`,
    `GET ${path} HTTP/1.1\r\nhOsT: ${own}\r\nHOST: ${other}\r\n`,
    `GET ${path} HTTP/1.1\r\nHost : ${other}\r\nHost: ${own}\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: ${own}\r\n ${other}\r\n`,
    `GET @${other}${path} HTTP/1.1\r\nHost: ${own}\r\n`,
    `HEAD https://${other}${path} HTTP/1.1\r\nHost: ${own}\r\n`,
  ]
  return [...hostLines, ...lines, ...others]
}

test('no answer of one registry is cached for another, in whatever way a request names them', async ({
  onTestFinished,
}) => {
  const front = await aFront()
  onTestFinished(front.stop)
  await expect.poll(async () => (await front.ask('/readyz')).status, { timeout: 15_000 }).toBe(200)
  const sites = { a: 'alpha.registry.test', b: 'beta.registry.test' }
  const sql = connectDatabase(front.deployment.databaseUrl, { max: 1 })
  for (const [id, host] of Object.entries(sites)) {
    await sql`
      insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix)
      values (${id}, ${`Registry ${id}`}, 'Unit', 'Units', ${id.toUpperCase().repeat(3)})`
    await sql`insert into tenant_host (host, tenant_id) values (${host}, ${id})`
  }
  await sql.end()

  const wrong: string[] = []
  const tenantIn = (answer: string) => /"tenantId":"([^"]*)"/.exec(answer)?.[1] ?? answer.slice(0, 200)
  const close = 'Connection: close\r\n\r\n'
  let sent = 0
  for (const [way, send] of Object.entries(front.send)) {
    for (const [own, other] of [
      [sites.a, sites.b],
      [sites.b, sites.a],
    ] as const) {
      for (const index of oddRequests('', own, other).keys()) {
        // A unique path shows only its own cache entry.
        const path = `/config.json?n=${sent++}`
        const request = oddRequests(path, own, other)[index] ?? ''
        await send(request + close)
        for (const [id, host] of Object.entries(sites)) {
          const found = tenantIn(await send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${close}`))
          if (found !== id) wrong.push(`${way}: ${JSON.stringify(request)}: ${host} answers ${found}`)
        }
      }
    }
  }
  expect(sent).toBeGreaterThanOrEqual(400)
  expect(wrong).toEqual([])
}, 180_000)
