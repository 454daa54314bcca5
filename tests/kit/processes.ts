import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

export type Program = {
  process: ChildProcess
  pid: number
  /** Resolves with the first match; rejects with all output if the program ends first. */
  line(pattern: RegExp): Promise<string>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }>
  /** Signals the process group, as Ctrl-C does. */
  signalGroup(signal: NodeJS.Signals): void
}

export type ProgramOptions = { cwd?: string; env?: Record<string, string | undefined>; uid?: number; gid?: number }

/** Starts a program as leader of its own process group, as shells do. */
export function start(command: string, args: string[], options: ProgramOptions = {}): Program {
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const look of waiting) look()
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output: lines.join('\n') }))
  const { pid } = child
  if (pid === undefined) throw new Error(`Cannot start ${command}.`)

  return {
    process: child,
    pid,
    ended,
    signalGroup(signal) {
      if (child.exitCode === null && child.signalCode === null) process.kill(-pid, signal)
    },
    line(pattern) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.find((line) => pattern.test(line))
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
        ended.then(({ output }) => reject(new Error(`Ended without ${pattern}:\n${output}`)))
      })
    },
  }
}

export function finish(command: string, args: string[], options: ProgramOptions = {}) {
  return start(command, args, options).ended
}

export type ProcessLine = { pid: number; commandLine: string }

/** All processes except zombies. */
export async function runningProcesses(): Promise<ProcessLine[]> {
  return existsSync('/proc/self/stat') ? processesOfLinux() : processesByPs()
}

/** A fresh Debian has no ps. */
async function processesOfLinux(): Promise<ProcessLine[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = pids.map(async (pid) => {
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
    const [status, commandLine] = await Promise.all([read('stat'), read('cmdline')])
    const state = status.slice(status.lastIndexOf(')') + 2)[0]
    const isAlive = state !== undefined && !'ZX'.includes(state)
    return isAlive ? [{ pid: Number(pid), commandLine: commandLine.replaceAll('\0', ' ') }] : []
  })
  return (await Promise.all(lines)).flat()
}

async function processesByPs(): Promise<ProcessLine[]> {
  const { output } = await finish('ps', ['-axo', 'pid=,stat=,args='])
  return output.split('\n').flatMap((line) => {
    const [, pid, state, commandLine = ''] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return state && !state.startsWith('Z') ? [{ pid: Number(pid), commandLine }] : []
  })
}

export async function isRunning(pid: number): Promise<boolean> {
  return (await runningProcesses()).some((process) => process.pid === pid)
}

const givingUpAfterMs = 15_000

/** Waits for the end of a process, even if it is not our child. */
export async function gone(pid: number): Promise<void> {
  const deadline = Date.now() + givingUpAfterMs
  while (await isRunning(pid)) {
    if (Date.now() > deadline) throw new Error(`Process ${pid} still runs.`)
    await pause(50)
  }
}

const nobody = 65_534

/** A user with few rights: ourselves, or `nobody` if we are root. Null if `nobody` cannot read the checkout. */
export const ordinaryUser: { uid?: number; gid?: number } | null =
  process.getuid?.() !== 0 ? {} : mayEnter(import.meta.dirname) ? { uid: nobody, gid: nobody } : null

function mayEnter(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0
  return isOpen && (folder === dirname(folder) || mayEnter(dirname(folder)))
}
