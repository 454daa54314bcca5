import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '#embedded/free-port.ts'
import { type GuardedProcess, spawnGuarded } from '#embedded/guarded-process.ts'

/** An embedded world, as `npm start` gives it. All sandbox people have the one password. */
export type EmbeddedWorld = { baseUrl: string; dataDir: string; password: string }

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of the loopback interface at which a worker takes a world. */
    worldsPort: number
  }
}

const root = join(import.meta.dirname, '../..')
const password = 'a-password-for-tests'
const stopGraceMs = 15_000

export type RunningWorld = EmbeddedWorld & {
  stop(): Promise<void>
  /** Starts it again, of the sources as they are now, at the same address and with the same data. */
  restart(): Promise<void>
}

const started: Promise<RunningWorld | null>[] = []
let door: Server

/** Starts the embedded world in a process and a folder of its own, on a free port, with further settings as in the environment. */
export async function startEmbeddedWorld(settings: Record<string, string> = {}): Promise<RunningWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-browser-'))
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const env = { PORT: String(port), DATA_DIR: dataDir, SANDBOX_PASSWORD: password, LOG_LEVEL: 'warn', ...settings }
  let world = await startProcess(baseUrl, env)
  return {
    dataDir,
    password,
    baseUrl,
    async restart() {
      await world.stop('SIGTERM', stopGraceMs)
      world = await startProcess(baseUrl, env)
    },
    async stop() {
      await world.stop('SIGTERM', stopGraceMs)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Resolves when the registry answers at its address. */
async function startProcess(baseUrl: string, env: Record<string, string>): Promise<GuardedProcess> {
  const lines: string[] = []
  const ready = Promise.withResolvers<'ready'>()
  const world = spawnGuarded(process.execPath, [join(root, 'server/main.ts')], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    orphanSignal: 'SIGTERM',
    onLine(line) {
      lines.push(line)
      if (line.includes(baseUrl)) ready.resolve('ready')
    },
  })
  if ((await Promise.race([ready.promise, world.exited])) !== 'ready') {
    throw new Error(`The embedded world did not start:\n${lines.join('\n')}`)
  }
  return world
}

/** Links to private documents whose end a test can wait for. */
const shortLinks = { DOCUMENT_LINK_SECONDS: '5' }

/** One world for each worker, started when the worker asks for it: browser tests in two files may run at the same time. */
export async function setup(project: TestProject) {
  // Tests run again because sources have changed.
  project.onTestsRerun(async (specifications) => {
    const isOurs = specifications.some((each) => each.project.name === project.name)
    if (isOurs) await Promise.all(started.map(async (world) => (await world)?.restart()))
  })
  const free: EmbeddedWorld[] = []
  const waiting: Socket[] = []
  door = createServer((worker) => {
    waiting.push(worker)
    if (free.length === 0 && started.length < project.config.maxWorkers) started.push(startFor(free, waiting))
    giveOut(free, waiting)
    // A killed worker's connection breaks; only whoever reads is told of its end.
    worker.on('error', () => {}).resume()
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  project.provide('worldsPort', (door.address() as AddressInfo).port)
}

async function startFor(free: EmbeddedWorld[], waiting: Socket[]): Promise<RunningWorld | null> {
  try {
    const world = await startEmbeddedWorld(shortLinks)
    free.push({ baseUrl: world.baseUrl, dataDir: world.dataDir, password })
    giveOut(free, waiting)
    return world
  } catch (error) {
    for (const worker of waiting.splice(0)) worker.write(`${JSON.stringify({ problem: String(error) })}\n`)
    return null
  }
}

/**
 * Gives free worlds to the workers that wait: each is its worker's until that ends and so closes its connection. The runner's own
 * numbers of workers are no use for it: two that run at the same time can have the same one, when one group of tests ends and the
 * next begins.
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
