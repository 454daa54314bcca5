import { existsSync, readdirSync, readFileSync } from 'node:fs'

const everyMs = 20

/** Only Linux reports shared memory. */
export const canWatchMemory = existsSync('/proc/self/smaps_rollup')

/**
 * Watches a process tree, shared pages counted once. The returned function stops and returns the peak in bytes.
 * `beside` excludes the process itself.
 */
export function watchMemory(pid: number, { beside = false } = {}): () => number {
  let most = 0
  const look = () => {
    const bytes = [...(beside ? [] : [pid]), ...descendantsOf(pid)].map(proportionalBytes)
    most = Math.max(
      most,
      bytes.reduce((sum, each) => sum + each, 0),
    )
  }
  const timer = setInterval(look, everyMs)
  return () => {
    clearInterval(timer)
    return most
  }
}

export function descendantsOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(read(`/proc/${name}/stat`))] as const)
  const below = (ancestor: number): number[] =>
    parents.flatMap(([child, parent]) => (parent === ancestor ? [child, ...below(child)] : []))
  return below(pid)
}

/** The process name before may contain brackets. */
function parentOf(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

function proportionalBytes(pid: number): number {
  const [, kB = '0'] = /^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? []
  return Number(kB) * 1024
}

/** Empty if the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
