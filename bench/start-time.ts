import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '#embedded/free-port.ts'
import type { Measure } from './bench.ts'
import type { Line } from './lines.ts'

const root = join(import.meta.dirname, '..')
const mostSeconds = 8
const longestMs = 120_000

/** `npm start`, from the command to its address in the output: on an empty DATA_DIR, and on the one that this left. */
export const startTime: Measure = {
  name: 'start',
  async run({ folder }) {
    const dataDir = join(folder, 'start')
    return [
      lineOf('start to ready, empty DATA_DIR', await secondsToReady(dataDir)),
      lineOf('start to ready, second start', await secondsToReady(dataDir)),
    ]
  },
}

function lineOf(name: string, seconds: number): Line {
  return {
    name,
    measured: `${seconds.toFixed(2)} s`,
    limit: `${mostSeconds} s`,
    ratio: seconds / mostSeconds,
    goal: { atMost: 1 },
  }
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
