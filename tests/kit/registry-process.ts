import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '#embedded/free-port.ts'
import { type GuardedProcess, spawnGuarded } from '#embedded/guarded-process.ts'

/** A registry process as of `npm start`; it can be killed and restarted on its port. */
export type Registry = {
  /** Without a trailing slash. */
  url: string
  pid(): number
  /** Logged errors, over all runs. */
  errors(): readonly string[]
  /** Waits until ready; throws with the last lines if the process ends. */
  start(): Promise<void>
  signal(name: NodeJS.Signals): void
  /** The exit code; null after a signal. */
  ended(): Promise<number | null>
  kill(): Promise<void>
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number | null>
}

export type RegistryOptions = {
  settings: Record<string, string>
  port?: number
  /** A command that wraps the process, such as `strace -f`. */
  under?: readonly string[]
}

const root = join(import.meta.dirname, '../..')
const stopGraceMs = 60_000
const maxLines = 60

export async function aRegistry({ settings, port: given, under = [] }: RegistryOptions): Promise<Registry> {
  const port = given ?? (await freePort())
  const command = [...under, process.execPath, ...(await flagsOfStart()), join(root, 'server/main.ts')]
  const errors: string[] = []
  let running: GuardedProcess | null = null

  async function start(): Promise<void> {
    const lines: string[] = []
    const ready = Promise.withResolvers<'ready'>()
    running = spawnGuarded(command[0] ?? '', command.slice(1), {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        PORT: String(port),
        SANDBOX_STORY: 'false',
        ...settings,
      },
      orphanSignal: 'SIGTERM',
      onLine(line) {
        lines.push(line)
        if (lines.length > maxLines) lines.shift()
        if (/"level":[56]0/.test(line)) errors.push(line)
        if (line.includes(' is ready at ')) ready.resolve('ready')
      },
    })
    if ((await Promise.race([ready.promise, running.exited])) !== 'ready') {
      throw new Error(`The registry did not start:\n${lines.join('\n')}`)
    }
  }

  const ended = async () => (await running?.exited)?.code ?? null

  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => running?.pid ?? 0,
    errors: () => errors,
    start,
    signal: (name) => void process.kill(running?.pid ?? 0, name),
    ended,
    async kill() {
      await running?.stop('SIGKILL', 0)
    },
    async stop() {
      await running?.stop('SIGTERM', stopGraceMs)
      return ended()
    },
  }
}

export async function flagsOfStart(): Promise<string[]> {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}
