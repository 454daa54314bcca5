import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Duplex } from 'node:stream'

type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type GuardedOptions = {
  /** Sent if we die without stopping the child; SIGKILL follows after five seconds. */
  orphanSignal: NodeJS.Signals
  /** The whole environment; empty by default. */
  env?: Record<string, string>
  cwd?: string
  uid?: number
  gid?: number
  onLine?: (line: string) => void
}

export type GuardedProcess = {
  pid: number
  exited: Promise<Exit>
  /** Sends `signal`, and SIGKILL after `graceMs`; waits for the exit. */
  stop(signal: NodeJS.Signals, graceMs: number): Promise<void>
}

/**
 * Forks a guard, which init adopts, then execs "$@". The guard reads descriptor 3, whose other end is ours: a line
 * means that the command has ended, end of file that we died. Only we, or init after us, reap the command, so its
 * process id is not reused while the guard may signal it.
 */
const script = `
child=$$
( (
  read -r ended <&3 && exit
  kill -s "$ORPHAN_SIGNAL" "$child" || exit
  tries=25; while [ $((tries -= 1)) -gt 0 ]; do sleep 0.2; kill -0 "$child" || exit; done
  kill -s KILL "$child"
) >/dev/null 2>&1 & )
unset ORPHAN_SIGNAL
exec "$@" 3<&-
`

/**
 * Starts a server that must not outlive us. Its own session shields it from Ctrl-C, so we choose the order of stops. If
 * we die (`kill -9`, a crash, the out-of-memory killer), the kernel closes our end of the pipe and the guard stops the
 * server. A command that cannot run exits with 126 or 127.
 */
export function spawnGuarded(command: string, args: string[], options: GuardedOptions): GuardedProcess {
  const child = spawn('/bin/sh', ['-c', script, 'sh', command, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...options.env, ORPHAN_SIGNAL: options.orphanSignal.replace('SIG', '') },
    cwd: options.cwd,
    uid: options.uid,
    gid: options.gid,
  })
  const lifeline = child.stdio[3]
  if (child.pid === undefined || !(lifeline instanceof Duplex)) throw new Error('Cannot start /bin/sh.')
  forwardLines(child, options.onLine)

  // The guard may have exited.
  lifeline.on('error', () => {})
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      lifeline.end('ended\n')
      resolve({ code, signal })
    })
  })

  return {
    pid: child.pid,
    exited,
    async stop(signal, graceMs) {
      child.kill(signal)
      const tooLong = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await exited
      clearTimeout(tooLong)
    },
  }
}

function forwardLines(child: ChildProcess, onLine: (line: string) => void = () => {}) {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', onLine)
  }
}
