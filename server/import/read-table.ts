import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CsvError, parse } from 'csv-parse'
import { ImportRefused, type Objection, objectionToLength } from './objection.ts'
import type { Source } from './staging.store.ts'

/** `line` is where the row begins; the header is 1. */
export type TableRow = { line: number; source: Source } | { line: number; objections: Objection[] }

/** A longer row is a missing quote; also bounds memory. */
const longestRowBytes = 16 * 1024 * 1024

/**
 * Reads csv or csv.gz (UTF-8, header, RFC 4180 quotes) row by row, with the header's most frequent delimiter: comma,
 * semicolon or tab. A row that is not UTF-8, holds a NUL (PostgreSQL cannot store it), too long a text or the wrong
 * number of fields yields objections. `onBytes` gets the bytes read from disk. Throws ImportRefused for a file that is
 * missing, truncated, lacks a column or leaves a quote open.
 */
export async function* readTable(
  path: string,
  neededColumns: readonly string[],
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<TableRow> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  // Errors reach the loop through the last stream.
  const bytes = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file
  let header: string[] | null = null
  let nextLine = 1
  try {
    const { start, delimiter, chunks } = await beginningOf(bytes, path)
    const parser = parse({
      // One character per byte: csv-parse would silently replace invalid UTF-8.
      encoding: 'latin1',
      delimiter,
      relax_column_count: true,
      max_record_size: longestRowBytes,
    })
    const records: AsyncIterable<string[]> = pipeline(following(start, chunks), parser, () => {})
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

type Chunks = AsyncIterator<Buffer>

const marks = { utf8: [0xef, 0xbb, 0xbf], utf16: [0xff, 0xfe], utf16Reversed: [0xfe, 0xff] }

/** Strips the UTF-8 byte order mark. */
async function beginningOf(bytes: AsyncIterable<Buffer>, path: string) {
  const chunks: Chunks = bytes[Symbol.asyncIterator]()
  const { value } = await chunks.next()
  const first: Buffer = value ?? Buffer.alloc(0)
  const isMarked = (mark: number[]) => first.subarray(0, mark.length).equals(Buffer.from(mark))
  if (isMarked(marks.utf16) || isMarked(marks.utf16Reversed)) {
    throw new ImportRefused(`${basename(path)} is in UTF-16. Save it as CSV in UTF-8.`)
  }
  const start = isMarked(marks.utf8) ? first.subarray(marks.utf8.length) : first
  return { start, delimiter: delimiterOf(start.toString('latin1')), chunks }
}

async function* following(start: Buffer, chunks: Chunks): AsyncGenerator<Buffer> {
  yield start
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
}

const delimiters = [',', ';', '\t'] as const

/** Counts outside quotes; defaults to comma. */
function delimiterOf(start: string): string {
  const [header = ''] = start.replace(/"[^"]*"/g, '').split(lineBreak, 1)
  const counts = delimiters.map((delimiter) => header.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

function headerOf(record: string[], neededColumns: readonly string[], path: string): string[] {
  const header = record.map((name) => name.trim())
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
    if (text === null)
      objections.push({ column, value: bytes, reason: 'is not UTF-8 (shown here as Latin-1); save the file as UTF-8' })
    else if (text.includes('\0')) objections.push({ column, value: text, reason: 'holds a NUL character' })
    else {
      const objection = objectionToLength(column, text)
      if (objection) objections.push(objection)
      else source[column] = text
    }
  }
  return objections.length > 0 ? { line, objections } : { line, source }
}

const beyondAscii = /[\u0080-\u00ff]/

/** Null for invalid UTF-8. */
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
