import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { markRelease } from '#embedded/web-build.ts'

export type WatchedWeb = {
  /** Calls `change`, then waits for a rebuild if one of `files` is a source. */
  after(change: () => Promise<void>, files: readonly string[]): Promise<void>
  stop(): void
}

export async function watchWeb(): Promise<WatchedWeb> {
  const child = fork(join(import.meta.dirname, 'mutated-web-run.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => 'The build has ended.')
  let sources = await nextBuild(child, ended)
  await markRelease()
  return {
    async after(change, files) {
      const built = files.some((file) => sources.has(file)) ? nextBuild(child, ended) : null
      await change()
      if (!built) return
      sources = await built
      await markRelease()
    },
    stop: () => void child.kill(),
  }
}

async function nextBuild(child: ChildProcess, ended: Promise<unknown>): Promise<ReadonlySet<string>> {
  const built = await Promise.race([once(child, 'message').then(([message]: unknown[]) => message), ended])
  if (!Array.isArray(built)) throw new Error(`The web app could not be built: ${built}`)
  return new Set(built)
}
