import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * Returns program and arguments of a running process; nothing if there is none with this id. A process id may be another
 * one's by now, above all in containers, where they repeat from start to start: whoever wants to know whether a server of ours
 * lives looks at what was started.
 */
export async function commandOf(pid: number): Promise<string[]> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return []
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return words.split('\0').filter((word) => word !== '')
  }
  const said = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return said.stdout.split(/\s+/).filter((word) => word !== '')
}
