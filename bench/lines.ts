/** `limit` names the limit with its figure. */
export type Line = {
  name: string
  measured: string
  limit: string
  ratio: number
  goal: { atLeast: number } | { atMost: number }
  pairs?: { count: number; lowest: number; highest: number; cpu: string } | undefined
}

export function isMet({ ratio, goal }: Line): boolean {
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost
}

const headings = [
  '',
  'measured',
  'limit',
  'ratio',
  'goal',
  '',
  'pairs',
  'lowest to highest',
  'CPU a call, ours of limit',
]

export function table(lines: readonly Line[]): string {
  const rows = lines.map((line) => [
    line.name,
    line.measured,
    line.limit,
    line.ratio.toFixed(2),
    'atLeast' in line.goal ? `≥ ${line.goal.atLeast.toFixed(2)}` : `≤ ${line.goal.atMost.toFixed(2)}`,
    isMet(line) ? 'ok' : 'missed',
    line.pairs ? String(line.pairs.count) : '',
    line.pairs ? `${line.pairs.lowest.toFixed(2)} to ${line.pairs.highest.toFixed(2)}` : '',
    line.pairs?.cpu ?? '',
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
  return percentile(values, 0.5)
}

/** The quantile `part` (0 to 1). */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
