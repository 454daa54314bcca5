import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { flagsOfStart } from '#tests/kit/registry-process.ts'

export type Child = Listening & { pid: number; residentBytes(): Promise<number>; stop(): Promise<void> }

/** `token` belongs to the person in the setting PERSON. */
type Listening = { url: string; token?: string }

type Word = Listening | { residentBytes: number }

const stopGraceMs = 15_000

/** Starts `bench/<script>`, with `settings` as its whole environment, and waits until it listens. */
export async function startChild(script: string, settings: Record<string, string>): Promise<Child> {
  const child = fork(join(import.meta.dirname, script), {
    env: { PATH: process.env.PATH, ...settings },
    execArgv: await flagsOfStart(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready = await nextWord(child, script)
  if (!('url' in ready)) throw new Error(`${script} does not say where it listens`)
  return {
    ...ready,
    pid: child.pid ?? 0,
    async residentBytes() {
      child.send('residentBytes')
      const word = await nextWord(child, script)
      if (!('residentBytes' in word)) throw new Error(`${script} does not say what it holds`)
      return word.residentBytes
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      const tooLong = setTimeout(() => child.kill('SIGKILL'), stopGraceMs)
      await ended
      clearTimeout(tooLong)
    },
  }
}

async function nextWord(child: ChildProcess, script: string): Promise<Word> {
  const closed = new AbortController()
  const exit = once(child, 'exit', { signal: closed.signal }).then(([code]) => {
    throw new Error(`${script} ended with code ${code}`)
  })
  const message = once(child, 'message', { signal: closed.signal }).then(([word]) => word as Word)
  try {
    return await Promise.race([message, exit])
  } finally {
    closed.abort()
    await Promise.allSettled([message, exit])
  }
}

/** Runs in the child: sends its address, replies with its memory, and stops on disconnect. */
export function serveBench(listening: Listening, stop: () => Promise<void>): void {
  process.on('message', () => process.send?.({ residentBytes: process.memoryUsage.rss() } satisfies Word))
  process.once('disconnect', () => void stop().finally(() => process.exit()))
  process.send?.(listening satisfies Word)
}
