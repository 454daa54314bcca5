import { join } from 'node:path'
import { importRegistry } from '#server/import/import.ts'
import type { Database } from '#server/infra/db/database.ts'
import { readersBeside } from '#tests/world/safety/readers.ts'
import { anExport } from './an-export.ts'
import type { Bench, Measure } from './bench.ts'
import { type Child, startChild } from './child.ts'
import type { Line } from './lines.ts'
import { loadOf } from './wrk.ts'

/** Concurrent look-ups. */
const visitors = 24
const rounds = 5
const connections = 32
const seconds = 3
const mostSearchMs = 1_000
const mostReadyMs = 200

/**
 * Concurrent look-ups of serial numbers in claims and search, under load of the project list: the slowest look-up and
 * the slowest `/readyz`.
 */
export const serials: Measure = {
  name: 'serials',
  run: (bench) =>
    bench.inDatabase(async ({ sql, url, tenantId }) => {
      const { files } = await anExport(bench.folder)
      const setAsidePath = join(bench.folder, 'set-aside.csv')
      await importRegistry(sql, { tenantId, files, dryRun: false, setAsidePath, today: '2026-01-01' }, () => ({
        at() {},
        done() {},
      }))
      const settings = { DATABASE_URL: url, TENANT_ID: tenantId, DATA_DIR: bench.folder }
      const registry = await startChild('registry-process.ts', settings)
      try {
        return await measure(bench, registry, tenantId, await retiredSerials(sql, tenantId))
      } finally {
        await registry.stop()
      }
    }),
}

async function measure(bench: Bench, registry: Child, tenantId: string, queries: readonly string[]): Promise<Line[]> {
  const inRound = (round: number) =>
    oneRound(bench, registry, tenantId, queries.slice(round * visitors, (round + 1) * visitors))
  // Cold caches: reported separately.
  const first = await readyBeside(registry, () => inRound(0))
  const slowest = { claims: 0, search: 0 }
  const warm = await readyBeside(registry, async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const { claims, search } = await inRound(round)
      slowest.claims = Math.max(slowest.claims, claims)
      slowest.search = Math.max(slowest.search, search)
    }
  })
  const line = (name: string, ms: number, most: number): Line => ({
    name,
    measured: `${ms.toFixed(0)} ms`,
    limit: `${most} ms`,
    ratio: ms / most,
    goal: { atMost: 1 },
  })
  return [
    line(`${visitors} serial numbers at once among the claims, the slowest`, slowest.claims, mostSearchMs),
    line(`${visitors} serial numbers at once in the one search, the slowest`, slowest.search, mostSearchMs),
    line('/readyz at worst, serial numbers', warm, mostReadyMs),
    line('/readyz at worst, serial numbers in the first seconds after a start', first, mostReadyMs),
  ]
}

/** Returns the slowest `/readyz` during `work`. */
async function readyBeside(registry: Child, work: () => Promise<unknown>): Promise<number> {
  const endReading = await readersBeside([`${registry.url}/readyz`])
  await work()
  return endReading()
}

async function oneRound(bench: Bench, registry: Child, tenantId: string, queries: readonly string[]) {
  const paths = [`/api/projects?tenantId=${tenantId}&limit=20`]
  const loading = loadOf(bench.folder, { url: registry.url, paths, headers: {}, connections, seconds })
  const slowestOf = async (call: 'claims' | 'search') => {
    const address = (serial: string) => `${registry.url}/api/${call}?${new URLSearchParams({ tenantId, q: serial })}`
    return Math.max(...(await Promise.all(queries.map((serial) => waitFor(address(serial))))))
  }
  const slowest = { claims: await slowestOf('claims'), search: await slowestOf('search') }
  await loading
  return slowest
}

/** Throws without a claim in the response. */
async function waitFor(address: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(address)
  const text = await response.text()
  const waitedMs = performance.now() - startedAt
  if (!response.ok || !/"claimId":|"kind":"claim"/.test(text)) {
    throw new Error(`${address} answers ${response.status} and no claim: ${text.slice(0, 200)}`)
  }
  return waitedMs
}

async function retiredSerials(sql: Database, tenantId: string): Promise<string[]> {
  const rows = await sql<{ serial: string }[]>`
    select concat_ws('-', t.serial_prefix, s.country, p.number, extract(year from upper(s.vintage) - 1), s.batch, lower(b.serials)) as serial
    from block b
    join tenant t on t.id = b.tenant_id
    join asset s on s.tenant_id = b.tenant_id and s.id = b.asset_id
    join project p on p.tenant_id = b.tenant_id and p.id = s.project_id
    where b.tenant_id = ${tenantId} and b.state = 'retired' order by md5(b.serials::text || s.id) limit ${(rounds + 1) * visitors}`
  if (rows.length < (rounds + 1) * visitors) throw new Error('The export has too few retired blocks.')
  return rows.map(({ serial }) => serial)
}
