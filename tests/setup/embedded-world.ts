import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '#embedded/free-port.ts'
import { spawnGuarded } from '#embedded/guarded-process.ts'

/** An embedded world, as `npm start` gives it. All sandbox people have the one password. */
export type EmbeddedWorld = { baseUrl: string; dataDir: string; password: string }

declare module 'vitest' {
  interface ProvidedContext {
    embeddedWorlds: EmbeddedWorld[]
  }
}

const root = join(import.meta.dirname, '../..')
const password = 'a-password-for-tests'
const stopGraceMs = 15_000

type RunningWorld = EmbeddedWorld & { stop(): Promise<void> }

let running: RunningWorld[]

/** Starts the embedded world in a process and a folder of its own, on a free port, with further settings as in the environment. */
export async function startEmbeddedWorld(settings: Record<string, string> = {}): Promise<RunningWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-browser-'))
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const env = { PORT: String(port), DATA_DIR: dataDir, SANDBOX_PASSWORD: password, LOG_LEVEL: 'warn', ...settings }
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
  return {
    dataDir,
    password,
    baseUrl,
    async stop() {
      await world.stop('SIGTERM', stopGraceMs)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Links to private documents whose end a test can wait for. */
const shortLinks = { DOCUMENT_LINK_SECONDS: '5' }

/** One world for each worker: browser tests in two files may run at the same time. */
export async function setup(project: TestProject) {
  running = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => startEmbeddedWorld(shortLinks)))
  project.provide(
    'embeddedWorlds',
    running.map(({ baseUrl, dataDir }) => ({ baseUrl, dataDir, password })),
  )
}

export async function teardown() {
  await Promise.all(running.map((world) => world.stop()))
}
