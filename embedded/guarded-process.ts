import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Duplex } from 'node:stream'

/** How a process ended: its exit code, or the signal that killed it. */
type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type GuardedOptions = {
  /** What to send the child when we are gone without having stopped it. It gets SIGKILL five seconds later. */
  orphanSignal: NodeJS.Signals
  /** The child's whole environment; empty by default, so that nobody's settings leak into the embedded servers. */
  env?: Record<string, string>
  cwd?: string
  uid?: number
  gid?: number
  /** Called with each line that the child writes to its standard output or error. */
  onLine?: (line: string) => void
}

export type GuardedProcess = {
  pid: number
  /** Resolves when the child has ended, however that came about. */
  exited: Promise<Exit>
  /** Sends `signal`, SIGKILL if that has not ended the child after `graceMs`, and resolves when it has ended. */
  stop(signal: NodeJS.Signals, graceMs: number): Promise<void>
}

/**
 * Becomes the command ("$@") after leaving a guard behind. The guard is adopted by init, so the command never sees it
 * as a child of its own. It reads file descriptor 3, of which only we hold the other end: a line means that the command
 * has ended and the guard may go, end of file means that we died. A process id is not reused before its process has been
 * waited for, which only we do, or init once we are dead: so the guard never signals another process.
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
 * Starts a server that must not outlive us.
 *
 * The child gets a session of its own, so Ctrl-C in the terminal reaches us and not it: we decide when and in which
 * order the servers stop. Should we die without stopping it (`kill -9` of us or of our whole process group, a crash, the
 * kernel's out-of-memory killer), the kernel closes our end of the pipe and the guard stops the child.
 *
 * A command that cannot be run ends at once with code 126 or 127, as in a shell.
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

  lifeline.on('error', () => {}) // the guard has gone already
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
