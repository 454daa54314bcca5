/** One measurement: what was measured, the limit that the same run set, and the ratio that is asked for. */
export type Line = {
  name: string
  measured: string
  limit: string
  ratio: number
  goal: { atLeast: number } | { atMost: number }
}

export function isMet({ ratio, goal }: Line): boolean {
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost
}

const headings = ['', 'measured', 'limit', 'ratio', 'goal', '']

/** The lines as a table, each ending in ok or missed. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map((line) => [
    line.name,
    line.measured,
    line.limit,
    line.ratio.toFixed(2),
    'atLeast' in line.goal ? `≥ ${line.goal.atLeast.toFixed(2)}` : `≤ ${line.goal.atMost.toFixed(2)}`,
    isMet(line) ? 'ok' : 'missed',
  ])
  const all = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
