import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deployment } from './deployment.ts'
import type { Scenario } from './scenario.ts'
import { postgresPid } from './servers.ts'
import { underLoad } from './under-load.ts'

const harmForMs = 4_000
const megabyte = 2 ** 20
/** PostgreSQL's disk calls before a movement is answered. */
const calls = 'fsync,fdatasync,pwrite64,pwritev'

const harms = [fill, fail, slow] as const

export const disk: Scenario = {
  name: 'disk',
  fault: 'the disk of the database is full, fails (EIO), is slow (100 ms a call), in turn, four seconds each',
  recoveredBy: 'PostgreSQL, which recovers, or is started again; the pool connects again',
  short: { times: 3, movements: 150 },
  long: { times: 30, movements: 3_000 },
  run: (order) =>
    underLoad({
      order,
      diskMegabytes: 400,
      inject: async (deployment, time) => harms[time % harms.length]?.(deployment),
    }),
}

async function fill({ folder }: Deployment): Promise<void> {
  const ballast = join(folder, 'ballast')
  const part = new Uint8Array(megabyte)
  for (let isFull = false; !isFull; ) {
    isFull = await writeFile(ballast, part, { flag: 'a' }).then(
      () => false,
      () => true,
    )
  }
  await pause(harmForMs)
  await rm(ballast)
}

function fail(deployment: Deployment): Promise<void> {
  return inject(deployment, `${calls}:error=EIO:when=3+7`)
}

function slow(deployment: Deployment): Promise<void> {
  return inject(deployment, `${calls}:delay_enter=100000`)
}

async function inject(deployment: Deployment, what: string): Promise<void> {
  const server = await postgresPid(deployment)
  const pids = [server, ...(await childrenOf(server))].flatMap((pid) => ['-p', String(pid)])
  const trace = spawn(
    'strace',
    ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${what}`, ...pids],
    {
      stdio: 'ignore',
    },
  )
  const ended = once(trace, 'exit')
  await Promise.race([pause(harmForMs), ended])
  trace.kill('SIGTERM')
  await ended
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return { pid: Number(pid), parent: Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]) }
    }),
  )
  return parents.filter((each) => each.parent === parent).map(({ pid }) => pid)
}
