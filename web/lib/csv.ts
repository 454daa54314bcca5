/** One column of an export: its name and what it says of a row. */
export interface CsvField<Row> {
  label: string
  of: (row: Row) => string | number | null | undefined
}

/** Rows as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8. */
export function csvOf<Row>(fields: readonly CsvField<Row>[], rows: readonly Row[]): string {
  const lines = [fields.map(({ label }) => label), ...rows.map((row) => fields.map(({ of }) => of(row) ?? ''))]
  return `\ufeff${lines.map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`
}

/** Text that a spreadsheet would run as a formula is shown as text; numbers stay numbers. */
function cellOf(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
