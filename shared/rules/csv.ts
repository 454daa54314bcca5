export interface CsvField<Row> {
  label: string
  of: (row: Row) => string | number | null | undefined
}

type Cell = string | number

/** By which spreadsheets recognise UTF-8. */
export const byteOrderMark = '\ufeff'

/** Returns rows as CSV, with the byte order mark. */
export function csvOf<Row>(fields: readonly CsvField<Row>[], rows: readonly Row[]): string {
  const lines = [fields.map(({ label }) => label), ...rows.map((row) => fields.map(({ of }) => of(row) ?? ''))]
  return `${byteOrderMark}${lines.map((cells) => csvLine(cells)).join('')}`
}

/** Returns one line of CSV (RFC 4180). */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => quoted(harmless(cell))).join(',')}\r\n`
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Prefixes text that a spreadsheet would run as a formula (OWASP, "CSV injection"). */
function harmless(cell: Cell): string {
  return typeof cell === 'string' && /^[=+\-@＝＋－＠\t\r]/.test(cell) ? `'${cell}` : String(cell)
}
