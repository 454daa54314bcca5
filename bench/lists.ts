import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertPerson } from '#server/identity/passwords/persons.ts'
import type { Database } from '#server/infra/db/database.ts'
import { rawAnswer } from '#tests/kit/raw-answer.ts'
import { importProjects } from './an-export.ts'
import type { Bench, Measure } from './bench.ts'
import { type Child, startChild } from './child.ts'
import type { Line } from './lines.ts'
import { lineOf, type Paired, paired, type Side } from './paired.ts'
import { loadOf } from './wrk.ts'

const connections = 32
const seconds = 3
const mostResidentBytes = 300 * 1024 * 1024
const personId = 'reader'

/**
 * The public list of projects over HTTP: cached and compressed, against a bare server of the same bytes; uncached by
 * ever-new filters, and signed in, each against a lean server with one statement. Then our memory.
 */
export const lists: Measure = {
  name: 'lists',
  run: (bench) =>
    bench.inDatabase(async ({ sql, url, tenantId }) => {
      await importProjects(bench, sql, tenantId)
      await sql.unsafe('vacuum analyze')
      await addReader(sql, tenantId)
      const settings = { DATABASE_URL: url, TENANT_ID: tenantId, DATA_DIR: bench.folder }
      const registry = await startChild('registry-process.ts', { ...settings, PERSON: personId })
      const idleBytes = await registry.residentBytes()
      const lean = await startChild('lean-list-process.ts', settings)
      try {
        const filtered = await filteredPaths(sql, tenantId)
        return [
          ...(await fromMemory(bench, registry, `/api/projects?tenantId=${tenantId}&limit=20`)),
          ...(await measureLists(bench, registry, lean, filtered)),
          residentLine('resident memory, idle', idleBytes),
          residentLine('resident memory after the lists', await registry.residentBytes()),
        ]
      } finally {
        await registry.stop()
        await lean.stop()
      }
    }),
}

async function fromMemory(bench: Bench, registry: Child, path: string): Promise<Line[]> {
  const lines: Line[] = []
  for (const encoding of ['gzip', 'br'] as const) {
    const headers = { 'accept-encoding': encoding === 'br' ? 'gzip, deflate, br' : encoding }
    const limit = await startChild('bytes-process.ts', await bytesOf(bench.folder, registry.url + path, encoding))
    try {
      const side = (name: string, { url, pid }: Child): Side => ({
        name,
        pid,
        round: () => loadOf(bench.folder, { url, paths: [path], headers, connections, seconds }),
      })
      const measured = await paired(bench.postgresPid, { ours: side('ours', registry), limit: side('bytes', limit) })
      lines.push(lineOf(`public list from memory, ${encoding}`, { atLeast: 0.35 }, measured))
    } finally {
      await limit.stop()
    }
  }
  return lines
}

async function bytesOf(folder: string, address: string, encoding: 'gzip' | 'br') {
  const { body, headers } = await rawAnswer(address, { 'accept-encoding': encoding })
  if (headers['content-encoding'] !== encoding) throw new Error(`${address} is not answered in ${encoding}`)
  const path = join(folder, `list.${encoding}`)
  await writeFile(path, body)
  return { BYTES: path, ENCODING: encoding }
}

async function measureLists(bench: Bench, registry: Child, lean: Child, paths: readonly string[]): Promise<Line[]> {
  const side = (name: string, { url, pid, token }: Child, isSignedIn = false): Side => ({
    name,
    pid,
    round: () => {
      const headers: Record<string, string> = isSignedIn ? { authorization: `Bearer ${token}` } : {}
      return loadOf(bench.folder, { url, paths, headers, connections, seconds })
    },
  })
  const measure = (ours: Side, limit: Side): Promise<Paired> => paired(bench.postgresPid, { ours, limit })
  const visitor = side('public', registry)
  return [
    lineOf('public list with filters, uncached', { atLeast: 0.7 }, await measure(visitor, side('lean', lean))),
    lineOf('the same, signed in', { atLeast: 0.6 }, await measure(side('ours', registry, true), visitor)),
  ]
}

/**
 * Distinct paths, far more than are requested during a cache entry's lifetime: every order of the parameters. With
 * fewer, a slightly faster registry would answer all from its cache.
 */
async function filteredPaths(sql: Database, tenantId: string): Promise<string[]> {
  const filters = await sql<{ status: string; country: string }[]>`
    select status, country from project where tenant_id = ${tenantId} and status in ('approved', 'active', 'suspended', 'withdrawn')
      and country is not null
    group by status, country having count(*) > 5 order by md5(status || country)`
  const measureLists = Array.from({ length: 10 }, (_, fewer) => 20 - fewer).flatMap((limit) =>
    filters.map(({ status, country }) => {
      const parts = Object.entries({ tenantId, status, country, limit: String(limit) })
      return ordersOf(parts).map((order) => `/api/projects?${new URLSearchParams(order)}`)
    }),
  )
  // Varies filters first.
  return Array.from({ length: measureLists[0]?.length ?? 0 }, (_, order) =>
    measureLists.map((orders) => orders[order] ?? ''),
  ).flat()
}

function ordersOf<T>(parts: readonly T[]): T[][] {
  if (parts.length === 0) return [[]]
  return parts.flatMap((part, at) => ordersOf(parts.toSpliced(at, 1)).map((others) => [part, ...others]))
}

/** Known to the identity provider. */
async function addReader(sql: Database, tenantId: string): Promise<void> {
  const names = { firstName: 'A', lastName: 'Reader', language: 'en' as const }
  const person = {
    id: personId,
    tenantId,
    email: 'reader@registry.test',
    groups: [],
    status: 'active' as const,
    ...names,
  }
  await insertPerson(sql, person, '$argon2id$nobody')
}

function residentLine(name: string, bytes: number): Line {
  return {
    name,
    measured: `${Math.round(bytes / 1024 / 1024)} MB`,
    limit: '300 MB',
    ratio: bytes / mostResidentBytes,
    goal: { atMost: 1 },
  }
}
