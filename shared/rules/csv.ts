export interface CsvField<Row> {
  label: string
  of: (row: Row) => string | number | null | undefined
}

type Cell = string | number

/** Returns rows as CSV, with the byte order mark by which spreadsheets recognise UTF-8. */
export function csvOf<Row>(fields: readonly CsvField<Row>[], rows: readonly Row[]): string {
  const lines = [fields.map(({ label }) => label), ...rows.map((row) => fields.map(({ of }) => of(row) ?? ''))]
  return `\ufeff${lines.map((cells) => csvLine(cells)).join('')}`
}

/** Returns one line of CSV (RFC 4180). */
export function csvLine(cells: readonly Cell[], quotes: 'needed' | 'all' = 'needed'): string {
  return `${cells.map((cell) => quoted(harmless(cell), quotes)).join(',')}\r\n`
}

function quoted(text: string, quotes: 'needed' | 'all'): string {
  return quotes === 'all' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Prefixes text that a spreadsheet would run as a formula (OWASP, "CSV injection"). */
function harmless(cell: Cell): string {
  return typeof cell === 'string' && /^[=+\-@＝＋－＠\t\r]/.test(cell) ? `'${cell}` : String(cell)
}
