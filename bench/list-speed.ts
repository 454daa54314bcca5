import autocannon from 'autocannon'
import { importProjects } from './an-export.ts'
import type { Measure } from './bench.ts'
import { type Child, startChild } from './child.ts'
import { type Line, median } from './lines.ts'

const connections = 32
const rounds = 5
const roundSeconds = 3
const warmUpSeconds = 2
const mostResidentBytes = 300 * 1024 * 1024

/**
 * The public list of projects, twenty of all, against a bare handler with the same query. The two take turns, so that
 * whatever else the machine does meets both; the ratio is the median of the rounds. Then what our process holds.
 */
export const listSpeed: Measure = {
  name: 'list',
  run: (bench) =>
    bench.inDatabase(async ({ sql, url, tenantId }) => {
      await importProjects(bench, sql, tenantId)
      return measureList(url, tenantId, bench.folder)
    }),
}

async function measureList(databaseUrl: string, tenantId: string, dataDir: string): Promise<Line[]> {
  const settings = { DATABASE_URL: databaseUrl, TENANT_ID: tenantId, DATA_DIR: dataDir }
  const registry = await startChild('registry-process.ts', settings)
  const bare = await startChild('bare-process.ts', settings)
  try {
    const path = `/api/projects?tenantId=${tenantId}&limit=20`
    await callsPerSecond(registry, path, warmUpSeconds)
    await callsPerSecond(bare, path, warmUpSeconds)
    const pairs: { ours: number; limit: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const ours = await callsPerSecond(registry, path, roundSeconds)
      pairs.push({ ours, limit: await callsPerSecond(bare, path, roundSeconds) })
    }
    const residentBytes = await registry.residentBytes()
    return [
      {
        name: `project list, 20 rows, ${connections} connections`,
        measured: `${median(pairs.map(({ ours }) => ours)).toFixed(0)}/s`,
        limit: `bare ${median(pairs.map(({ limit }) => limit)).toFixed(0)}/s`,
        ratio: median(pairs.map(({ ours, limit }) => ours / limit)),
        goal: { atLeast: 0.8 },
      },
      {
        name: 'resident memory after the load',
        measured: `${Math.round(residentBytes / 1024 / 1024)} MB`,
        limit: '300 MB',
        ratio: residentBytes / mostResidentBytes,
        goal: { atMost: 1 },
      },
    ]
  } finally {
    await registry.stop()
    await bare.stop()
  }
}

async function callsPerSecond({ url }: Child, path: string, seconds: number): Promise<number> {
  const result = await autocannon({ url: `${url}${path}`, connections, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} calls of ${path} failed`)
  return result.requests.average
}
