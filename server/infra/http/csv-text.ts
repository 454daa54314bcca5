import { byteOrderMark, csvLine } from '#shared/rules/csv.ts'
import type { Table } from './table.ts'

/** Yields a table as CSV, part by part. For a reader with labels: `name (label)`, and a byte order mark. */
export async function* csvText({ columns, parts }: Table): AsyncGenerator<string> {
  const hasLabels = columns.some(({ label }) => label !== null)
  const heads = columns.map(({ name, label }) => (label === null ? name : `${name} (${label})`))
  yield (hasLabels ? byteOrderMark : '') + csvLine(heads)
  for await (const rows of parts) yield rows.map((values) => csvLine(values.map(cellOf))).join('')
}

/** Texts of an array are joined, other objects are JSON. */
function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
