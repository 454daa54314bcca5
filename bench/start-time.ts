import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '#embedded/free-port.ts'
import { startPostgres } from '#embedded/postgres.ts'
import type { Measure } from './bench.ts'
import { type Line, median } from './lines.ts'

const root = join(import.meta.dirname, '..')
const mostSeconds = { cold: 8, warm: 2.5 }
const warmPairs = 5
const longestMs = 120_000

/** `npm start` until ready, on an empty and an existing DATA_DIR, against PostgreSQL's start. */
export const startTime: Measure = {
  name: 'start',
  async run({ folder }) {
    const dataDir = join(folder, 'start')
    const cold = await secondsToReady(dataDir)
    const pairs: { ours: number; postgres: number }[] = []
    for (let pair = 0; pair < warmPairs; pair++) {
      pairs.push({ ours: await secondsToReady(dataDir), postgres: await secondsOfPostgres(dataDir) })
    }
    const postgres = median(pairs.map((pair) => pair.postgres))
    return [
      lineOf('start to ready, empty DATA_DIR', cold, mostSeconds.cold, postgres),
      lineOf('start to ready, warm', median(pairs.map(({ ours }) => ours)), mostSeconds.warm, postgres),
    ]
  },
}

function lineOf(name: string, seconds: number, most: number, postgres: number): Line {
  return {
    name,
    measured: `${seconds.toFixed(2)} s`,
    limit: `${most} s; PostgreSQL alone ${postgres.toFixed(2)} s`,
    ratio: seconds / most,
    goal: { atMost: 1 },
  }
}

async function secondsOfPostgres(dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const { stop } = await startPostgres({ dataDir, log: () => {} })
  const seconds = (performance.now() - startedAt) / 1_000
  await stop()
  return seconds
}

async function secondsToReady(dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit')
  const tooLong = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), longestMs)
  try {
    for await (const text of child.stdout.setEncoding('utf8')) {
      if (String(text).includes('is ready at')) return (performance.now() - startedAt) / 1_000
    }
    throw new Error('npm start ended before it was ready')
  } finally {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGINT')
    await ended
    clearTimeout(tooLong)
  }
}
