import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { importProjects } from './an-export.ts'
import type { Measure } from './bench.ts'
import { type Child, startChild } from './child.ts'
import { type Line, percentile } from './lines.ts'

/** `perSecond` null: the next request follows each response. */
export type Crowd = { url: string; perSecond: number | null; connections: number; seconds: number }
/** `toldWhen` counts rejections with a retry time. */
export type CrowdAnswers = { acceptedMs: number[]; turnedAway: number; toldWhen: number; errors: number }

const connections = 256
const seconds = 10
const readyWithinMs = 1_000
const mostResidentBytes = 300 * 1024 * 1024

/**
 * The public list of projects at full load and at twice that: accepted requests are fast, the others get a retry time,
 * memory stays bounded and `/readyz` is fast.
 */
export const overload: Measure = {
  name: 'overload',
  run: (bench) =>
    bench.inDatabase(async ({ sql, url, tenantId }) => {
      await importProjects(bench, sql, tenantId)
      return measureOverload(url, tenantId, bench.folder)
    }),
}

async function measureOverload(databaseUrl: string, tenantId: string, dataDir: string): Promise<Line[]> {
  const settings = { DATABASE_URL: databaseUrl, TENANT_ID: tenantId, DATA_DIR: dataDir }
  const registry = await startChild('registry-process.ts', settings)
  try {
    const url = `${registry.url}/api/projects?tenantId=${tenantId}&limit=20`
    const most = await answersTo({ url, perSecond: null, connections: 32, seconds: 5 })
    const perSecond = Math.round(most.acceptedMs.length / 5)
    const once = await under(registry, { url, perSecond, connections, seconds })
    const twice = await under(registry, { url, perSecond: 2 * perSecond, connections, seconds })
    for (const [name, run] of [['once', once] as const, ['twice', twice] as const]) console.log(wordsOf(name, run))
    const [usual, crowded] = [percentile(once.acceptedMs, 0.99), percentile(twice.acceptedMs, 0.99)]
    return [
      {
        name: `p99 of who is let in at twice ${perSecond}/s`,
        measured: `${crowded.toFixed(0)} ms`,
        limit: `at once ${usual.toFixed(0)} ms`,
        ratio: crowded / usual,
        goal: { atMost: 5 },
      },
      {
        name: 'turned away at twice, told when to come back',
        measured: `${twice.toldWhen}`,
        limit: `all ${twice.turnedAway}`,
        ratio: twice.toldWhen / twice.turnedAway,
        goal: { atLeast: 1 },
      },
      {
        name: 'answered at twice',
        measured: `${(twice.acceptedMs.length / seconds).toFixed(0)}/s`,
        limit: `${perSecond}/s`,
        ratio: twice.acceptedMs.length / seconds / perSecond,
        goal: { atLeast: 0.5 },
      },
      {
        name: '/readyz at worst, at twice',
        measured: `${twice.readyMs.toFixed(0)} ms`,
        limit: `${readyWithinMs} ms`,
        ratio: twice.readyMs / readyWithinMs,
        goal: { atMost: 1 },
      },
      {
        name: 'resident memory after twice',
        measured: `${Math.round(twice.residentBytes / 1024 / 1024)} MB`,
        limit: '300 MB',
        ratio: twice.residentBytes / mostResidentBytes,
        goal: { atMost: 1 },
      },
    ]
  } finally {
    await registry.stop()
  }
}

type Run = CrowdAnswers & { readyMs: number; residentBytes: number }

/** Runs a crowd and measures the slowest `/readyz` meanwhile. */
async function under(registry: Child, crowd: Crowd): Promise<Run> {
  let isOver = false
  let readyMs = 0
  const answers = answersTo(crowd).finally(() => {
    isOver = true
  })
  while (!isOver) {
    const startedAt = performance.now()
    const { ok } = await fetch(`${registry.url}/readyz`)
    if (!ok) throw new Error('/readyz says that the registry is not ready.')
    readyMs = Math.max(readyMs, performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { ...(await answers), readyMs, residentBytes: await registry.residentBytes() }
}

async function answersTo(crowd: Crowd): Promise<CrowdAnswers> {
  const child = fork(join(import.meta.dirname, 'crowd-process.ts'))
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The crowd ended before it said anything.')))
  ended.catch(() => {})
  child.send(crowd)
  const [answers] = (await Promise.race([once(child, 'message'), ended])) as [CrowdAnswers]
  child.disconnect()
  return answers
}

function wordsOf(name: string, { acceptedMs, turnedAway, errors, readyMs, residentBytes }: Run): string {
  const [p50, p99] = [percentile(acceptedMs, 0.5), percentile(acceptedMs, 0.99)].map((ms) => `${ms.toFixed(0)} ms`)
  const memory = `${Math.round(residentBytes / 1024 / 1024)} MB`
  return `overload ${name}: ${acceptedMs.length} answered, p50 ${p50}, p99 ${p99}, ${turnedAway} turned away, ${errors} errors, /readyz ${readyMs.toFixed(0)} ms at worst, ${memory}`
}
