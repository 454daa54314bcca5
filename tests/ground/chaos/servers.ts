import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openEmbeddedDatabase } from '#embedded/database.ts'
import { lockOf } from '#embedded/lock-file.ts'
import { until } from '../program.ts'
import type { Deployment } from './deployment.ts'

/** An embedded URL changes with each start. */
export async function databaseUrlOf({
  databaseUrl,
  folder,
}: Pick<Deployment, 'databaseUrl' | 'folder'>): Promise<string> {
  return databaseUrl || (await openEmbeddedDatabase(folder)).url
}

const backWithinMs = 60_000

/** Waits until PostgreSQL runs; returns its process id. */
export async function postgresPid({ folder }: Pick<Deployment, 'folder'>): Promise<number> {
  const lock = () => lockOf(join(folder, 'postgres/cluster'))
  const runs = async () => (await lock()) !== null
  await until(runs, backWithinMs, () => 'PostgreSQL does not run.')
  return (await lock())?.pid ?? 0
}

export async function chainPid({ folder }: Pick<Deployment, 'folder'>): Promise<number> {
  return Number(await readFile(join(folder, 'chain/anvil.pid'), 'utf8'))
}

/** Ignores a process that has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
