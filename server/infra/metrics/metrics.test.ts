import { createServer, type Socket } from 'node:net'
import { beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '#embedded/free-port.ts'
import { startMeasuring } from '#server/app/measuring.ts'
import { readConfig } from '#server/infra/config.ts'
import { connectDatabase } from '#server/infra/db/database.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aWorld } from '#tests/kit/world.ts'

let tenant: TenantOfTest
let port: number

beforeAll(async () => {
  port = await freePort()
  tenant = await aTenant({ world: await aWorld({ METRICS_PORT: String(port) }) })
})

async function scraped(at = port): Promise<Map<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${at}/metrics`)
  expect(answer.status).toBe(200)
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

test('requests are counted by route, method and status, and never by address', async () => {
  const { visitor } = tenant
  const count = async (labels: string) =>
    (await scraped()).get(`registry_http_request_duration_seconds_count{${labels}}`) ?? 0
  const missing = 'route="none",method="GET",status="4xx"'
  const health = 'route="/healthz",method="GET",status="2xx"'
  const before = await count(missing)
  const healthBefore = await count(health)
  await visitor.fetch('/healthz?q=amina')
  await visitor.fetch('/nothing/amina@example.org')
  await visitor.fetch('/nothing/else')
  await expect.poll(() => count(missing)).toBe(before + 2)
  expect([...(await scraped()).keys()].filter((name) => name.includes('amina'))).toEqual([])
  expect(await count(health)).toBe(healthBefore + 1)
})

test('waiting movements, statements and pools are measured', async () => {
  const before = await scraped()
  await anIssuedAsset(tenant, { quantity: 5 })
  const { sql } = tenant.world
  await linkPending(sql)
  await sql`update settlement set state = 'parked', reason = 'a test', chain_transaction_id = null, first_item = null, items = null`
  await sql`
    insert into reconciliation (tenant_id, at, chain_id, block_number, assets, balances, agreed)
    values (${tenant.tenant.id}, now() + interval '1 hour', 1, 1, 1, 1, false)`
  const metric = (name: string) => expect.poll(async () => (await scraped()).get(name), { timeout: 15_000 })
  await metric('registry_settlement_movements{state="parked"}').toBe(1)
  await metric('registry_reconciliation_tenants_disagreeing').toBe(1)
  const now = await scraped()
  const statements = 'registry_database_statement_duration_seconds_count'
  expect(now.get(statements)).toBeGreaterThan((before.get(statements) ?? 0) + 10)
  expect(now.get('registry_database_pool_max{pool="requests"}')).toBe(16)
  expect(now.get('registry_database_up')).toBe(1)
}, 20_000)

test('strangers reach no figures at the port of the registry', async () => {
  expect((await tenant.visitor.fetch('/metrics')).status).toBe(404)
})

test('while the database is away the other metrics are served at once, and those of the database are left out', async () => {
  // Never answers, like a hung server.
  const held = new Set<Socket>()
  const silent = createServer((socket) => held.add(socket))
  const deadPort = await freePort()
  silent.listen(deadPort, '127.0.0.1')
  const own = await freePort()
  const sql = connectDatabase(`postgres://a:b@127.0.0.1:${deadPort}/c`, { max: 1 })
  const measuring = await startMeasuring(readConfig({ METRICS_PORT: String(own) }), sql)
  const now = await scraped(own)
  expect([...held].filter(({ closed }) => !closed)).not.toHaveLength(0)
  expect(now.get('registry_database_up')).toBe(0)
  expect([...now.keys()].filter((name) => name.startsWith('registry_settlement'))).toEqual([])
  expect(now.get('process_resident_memory_bytes')).toBeGreaterThan(0)
  await measuring?.stop()
  silent.close()
  for (const socket of held) socket.destroy()
  await sql.end()
})

test('a database that is refused counts as an outage, a statement that is refused as an error', async () => {
  const own = await freePort()
  const { sql, drop } = await aDatabase()
  const measuring = await startMeasuring(readConfig({ METRICS_PORT: String(own) }), sql)
  const before = await scraped(own)
  await expect(sql`select 1 / 0`).rejects.toThrow()
  const away = connectDatabase(`postgres://a:b@127.0.0.1:9/c`, { max: 1 })
  await expect(away`select 1`).rejects.toThrow()
  const now = await scraped(own)
  for (const name of ['registry_database_statement_errors_total', 'registry_database_outages_total']) {
    expect(now.get(name), name).toBe((before.get(name) ?? 0) + 1)
  }
  await Promise.all([measuring?.stop(), away.end(), drop()])
})

test('a port that is taken is refused in words', async () => {
  const sql = connectDatabase(inject('servers').databaseUrl, { max: 1 })
  await expect(startMeasuring(readConfig({ METRICS_PORT: String(port) }), sql)).rejects.toThrow(
    `METRICS_PORT ${port} cannot be opened`,
  )
  await sql.end()
})
