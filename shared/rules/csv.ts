/** One column of an export: its name and what it says of a row. */
export interface CsvField<Row> {
  label: string
  of: (row: Row) => string | number | null | undefined
}

type Cell = string | number

/** Rows as CSV, with the mark by which spreadsheets know UTF-8. */
export function csvOf<Row>(fields: readonly CsvField<Row>[], rows: readonly Row[]): string {
  const lines = [fields.map(({ label }) => label), ...rows.map((row) => fields.map(({ of }) => of(row) ?? ''))]
  return `\ufeff${lines.map((cells) => csvLine(cells)).join('')}`
}

/** A line of a CSV file (RFC 4180). Cells are put in quotes where they need them, or all of them. */
export function csvLine(cells: readonly Cell[], quotes: 'needed' | 'all' = 'needed'): string {
  return `${cells.map((cell) => quoted(harmless(cell), quotes)).join(',')}\r\n`
}

function quoted(text: string, quotes: 'needed' | 'all'): string {
  return quotes === 'all' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Text that a spreadsheet would run as a formula, in full-width signs as well, gets an apostrophe in front, as OWASP
 * recommends against "CSV injection"; numbers stay numbers.
 */
function harmless(cell: Cell): string {
  return typeof cell === 'string' && /^[=+\-@＝＋－＠\t\r]/.test(cell) ? `'${cell}` : String(cell)
}
