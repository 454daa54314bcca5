import { readdir, readFile } from 'node:fs/promises'

/** USER_HZ, the unit of Linux's CPU times: 100 wherever Node runs. */
const ticksPerSecond = 100

/** CPU seconds with threads; 0 outside Linux. */
export async function cpuOf(pid: number): Promise<number> {
  const times = await timesOf(pid)
  return times ? times.own / ticksPerSecond : 0
}

/** CPU seconds with children, ended ones too. */
export async function cpuWithChildren(pid: number): Promise<number> {
  const all = await readdir('/proc').catch(() => [])
  const processes = await Promise.all(all.filter((name) => /^\d+$/.test(name)).map((name) => timesOf(Number(name))))
  let ticks = 0
  for (const times of processes) {
    if (times?.pid === pid) ticks += times.own + times.endedChildren
    else if (times?.parent === pid) ticks += times.own
  }
  return ticks / ticksPerSecond
}

/** proc(5): fields after the name, which may contain spaces and brackets. */
async function timesOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [parent, user, system, childrenUser, childrenSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]))
  return { pid, parent, own: user! + system!, endedChildren: childrenUser! + childrenSystem! }
}
