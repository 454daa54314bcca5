/**
 * Makes a function that lets `atOnce` works run at a time. Those that wait are taken in turn by who asked for them, so that somebody
 * who asks for many holds nobody else up. At most `waiting` of them wait in all, and a quarter of them for one caller: one more
 * fails with what `crowded` makes.
 */
export function inTurns({ atOnce, waiting, crowded }: { atOnce: number; waiting: number; crowded: () => Error }) {
  /** What waits, by caller; the caller whose turn is next comes first. */
  const lines = new Map<string, (() => void)[]>()
  const mostOfOne = Math.ceil(waiting / 4)
  let running = 0
  let count = 0

  function next(): void {
    running -= 1
    const [first] = lines
    if (!first) return
    const [caller, line] = first
    const begin = line.shift()
    lines.delete(caller)
    if (line.length > 0) lines.set(caller, line)
    count -= 1
    running += 1
    begin?.()
  }

  return async <Result>(caller: string, work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1
    else {
      const line = lines.get(caller) ?? []
      if (count >= waiting || line.length >= mostOfOne) throw crowded()
      count += 1
      await new Promise<void>((begin) => {
        lines.set(caller, [...line, begin])
      })
    }
    try {
      return await work()
    } finally {
      next()
    }
  }
}
