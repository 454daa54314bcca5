import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CsvError, parse } from 'csv-parse'
import { ImportRefused, type Objection } from './objection.ts'
import type { Source } from './staging.store.ts'

/** One row of a table, or why it cannot be read. `line` is where it begins, 1 for the header. */
export type TableRow = { line: number; source: Source } | { line: number; objections: Objection[] }

/** A longer row is a missing quote rather than data; it also bounds the memory that one row takes. */
const longestRowBytes = 16 * 1024 * 1024

/**
 * Reads a csv or csv.gz file (UTF-8, a header, comma, RFC 4180 quotes) row by row.
 *
 * Fields are kept byte for byte; a row that is not UTF-8, holds a NUL (PostgreSQL has no place for it) or has too many or
 * too few fields comes out with its objection. `onBytes` hears how far into the file, as it lies on the disk, it has read.
 * Throws ImportRefused when the file as a whole cannot be read: missing, cut off, without a needed column, an open quote.
 */
export async function* readTable(
  path: string,
  neededColumns: readonly string[],
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<TableRow> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  const parser = parse({
    // Bytes as they are, one character each: csv-parse would replace what is not UTF-8 without a word.
    encoding: 'latin1',
    relax_column_count: true,
    max_record_size: longestRowBytes,
  })
  // What breaks on the way breaks the parser too, and with it the loop below.
  const records: AsyncIterable<string[]> = path.endsWith('.gz')
    ? pipeline(file, createGunzip(), parser, () => {})
    : pipeline(file, parser, () => {})
  let header: string[] | null = null
  let nextLine = 1
  try {
    for await (const record of records) {
      const line = nextLine
      nextLine += 1 + lineBreaksIn(record)
      onBytes(file.bytesRead)
      const isEmptyLine = record.length === 1 && record[0] === ''
      if (isEmptyLine) continue
      if (header === null) header = headerOf(record, neededColumns, path)
      else yield rowOf(header, record, line)
    }
  } catch (error) {
    throw refusalOf(error, path)
  } finally {
    file.destroy()
  }
  if (header === null) throw new ImportRefused(`${basename(path)} is empty.`)
}

const byteOrderMark = '\u00ef\u00bb\u00bf'

function headerOf(record: string[], neededColumns: readonly string[], path: string): string[] {
  const header = record.map((name, index) => (index === 0 ? name.replace(byteOrderMark, '') : name).trim())
  const missing = neededColumns.filter((name) => !header.includes(name))
  if (missing.length > 0) throw new ImportRefused(`${basename(path)} has no column ${missing.join(', ')}.`)
  const repeated = header.find((name, index) => header.indexOf(name) !== index)
  if (repeated !== undefined) throw new ImportRefused(`${basename(path)} has the column ${repeated} twice.`)
  return header
}

function rowOf(header: string[], record: string[], line: number): TableRow {
  if (record.length !== header.length) {
    const reason = `the row has ${record.length} fields, the header ${header.length}`
    return { line, objections: [{ column: '', value: '', reason }] }
  }
  const source: Record<string, string> = {}
  const objections: Objection[] = []
  for (let index = 0; index < header.length; index++) {
    const column = header[index]!
    const bytes = record[index]!
    if (bytes === '') continue
    const text = utf8Of(bytes)
    if (text === null) objections.push({ column, value: bytes, reason: 'is not UTF-8 (shown here as Latin-1)' })
    else if (text.includes('\0')) objections.push({ column, value: text, reason: 'holds a NUL character' })
    else source[column] = text
  }
  return objections.length > 0 ? { line, objections } : { line, source }
}

const beyondAscii = /[\u0080-\u00ff]/

/** Decodes bytes, one per character, as UTF-8; returns null if they are not valid UTF-8. */
function utf8Of(bytes: string): string | null {
  if (!beyondAscii.test(bytes)) return bytes
  const buffer = Buffer.from(bytes, 'latin1')
  return isUtf8(buffer) ? buffer.toString('utf8') : null
}

const lineBreak = /\r\n|\n|\r/g

function lineBreaksIn(record: string[]): number {
  let count = 0
  for (const field of record) {
    if (field.includes('\n') || field.includes('\r')) count += field.match(lineBreak)?.length ?? 0
  }
  return count
}

function refusalOf(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof ImportRefused) return error
  const name = basename(path)
  if (error instanceof CsvError) return new ImportRefused(`${name} is no csv file: ${error.message}`)
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return new ImportRefused(`There is no file ${path}.`)
  if (code === 'EACCES' || code === 'EISDIR') return new ImportRefused(`${path} cannot be read (${code}).`)
  if (typeof code === 'string' && code.startsWith('Z_')) {
    return new ImportRefused(`${name} is no whole gzip file: ${error.message}.`)
  }
  return error
}
