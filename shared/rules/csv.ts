/** One column of an export: its heading, and its value in a row. */
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

/** Returns a line of a CSV file (RFC 4180), with quotes around the cells that need them, or around all. */
export function csvLine(cells: readonly Cell[], quotes: 'needed' | 'all' = 'needed'): string {
  return `${cells.map((cell) => quoted(harmless(cell), quotes)).join(',')}\r\n`
}

function quoted(text: string, quotes: 'needed' | 'all'): string {
  return quotes === 'all' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula, full-width signs included, as OWASP recommends
 * against "CSV injection". Numbers stay as they are.
 */
function harmless(cell: Cell): string {
  return typeof cell === 'string' && /^[=+\-@＝＋－＠\t\r]/.test(cell) ? `'${cell}` : String(cell)
}
