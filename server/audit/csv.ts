/**
 * A line of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula, in full-width signs as well, gets an
 * apostrophe in front, as OWASP recommends against "CSV injection"; every cell is quoted.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const harmless = /^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
