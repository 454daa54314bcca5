import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '#embedded/free-port.ts'
import { aRegistry } from './registry-process.ts'

/** A world of `npm start`; all sandbox people share the password. */
export type EmbeddedWorld = { baseUrl: string; dataDir: string; password: string }

declare module 'vitest' {
  interface ProvidedContext {
    /** Workers request worlds at this loopback port. */
    worldsPort: number
  }
}

const password = 'a-password-for-tests'

export type RunningWorld = EmbeddedWorld & {
  stop(): Promise<void>
  /** Restarts with the present sources, at the same address and on the same data. */
  restart(): Promise<void>
}

const started: Promise<RunningWorld | null>[] = []
let door: Server

/** Starts a world in its own process and folder, on a free port; `settings` are environment variables. */
export async function startEmbeddedWorld(settings: Record<string, string> = {}): Promise<RunningWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-browser-'))
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const registry = await aRegistry({
    port,
    settings: { DATA_DIR: dataDir, SANDBOX_PASSWORD: password, LOG_LEVEL: 'warn', ...settings },
  })
  await registry.start()
  return {
    dataDir,
    password,
    baseUrl,
    async restart() {
      await registry.stop()
      await registry.start()
    },
    async stop() {
      await registry.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** One world per worker, on request. */
export async function setup(project: TestProject) {
  // Tests rerun because sources have changed.
  project.onTestsRerun(async (specifications) => {
    const isOwnWorld = specifications.some((each) => each.project.name === project.name)
    if (isOwnWorld) await Promise.all(started.map(async (world) => (await world)?.restart()))
  })
  const free: EmbeddedWorld[] = []
  const waiting: Socket[] = []
  door = createServer((worker) => {
    waiting.push(worker)
    if (free.length === 0 && started.length < project.config.maxWorkers) started.push(startFor(free, waiting))
    giveOut(free, waiting)
    // A killed worker's connection fails; only a reading socket reports its end.
    worker.on('error', () => {}).resume()
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  project.provide('worldsPort', (door.address() as AddressInfo).port)
}

async function startFor(free: EmbeddedWorld[], waiting: Socket[]): Promise<RunningWorld | null> {
  try {
    const world = await startEmbeddedWorld()
    free.push({ baseUrl: world.baseUrl, dataDir: world.dataDir, password })
    giveOut(free, waiting)
    return world
  } catch (error) {
    for (const worker of waiting.splice(0)) worker.write(`${JSON.stringify({ problem: String(error) })}\n`)
    return null
  }
}

/**
 * Assigns free worlds to waiting workers. A worker keeps its world until its connection closes. Vitest's worker ids do
 * not serve: when one group of tests ends and the next begins, two workers can share one.
 */
function giveOut(free: EmbeddedWorld[], waiting: Socket[]): void {
  while (free.length > 0 && waiting.length > 0) {
    const [world, worker] = [free.shift()!, waiting.shift()!]
    if (worker.destroyed) {
      free.unshift(world)
      continue
    }
    worker.once('close', () => {
      free.push(world)
      giveOut(free, waiting)
    })
    worker.write(`${JSON.stringify(world)}\n`)
  }
}

export async function teardown() {
  door.close()
  await Promise.all(started.map(async (world) => (await world)?.stop()))
}
