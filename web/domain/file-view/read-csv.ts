import { parse } from 'csv-parse/browser/esm/sync'
import { type Sheet, shown } from './sheets.ts'

/** Reads the first rows of a CSV file in UTF-8. `isWhole` is false for the beginning of a longer file. */
export function readCsv(bytes: Uint8Array, isWhole: boolean): Sheet {
  const text = new TextDecoder().decode(bytes, { stream: !isWhole })
  const rows = parsed(text)
  // The last row of a part may be cut.
  if (!isWhole && rows.length <= shown.rows) rows.pop()
  return {
    name: '',
    rows: rows.slice(0, shown.rows).map((row) => row.slice(0, shown.columns)),
    isCut: !isWhole || rows.length > shown.rows || rows.some((row) => row.length > shown.columns),
  }
}

/** Without quotes if they do not match: a table with quotes in its cells is better than none. */
function parsed(text: string): string[][] {
  const options = {
    delimiter: delimiterOf(text),
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    to: shown.rows + 1,
  }
  try {
    return parse(text, { ...options, quote: '"' })
  } catch {
    return parse(text, { ...options, quote: null })
  }
}

const delimiters = [',', ';', '\t', '|']

/** The sign that is most frequent in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r\n|\n|\r/, 1)
  const unquoted = line.replace(/"[^"]*"/g, '')
  const count = (sign: string) => unquoted.split(sign).length
  return delimiters.toSorted((one, other) => count(other) - count(one))[0] ?? ','
}
