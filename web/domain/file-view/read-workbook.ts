import { strFromU8, unzipSync } from 'fflate'
import { Parser } from 'saxen'
import { type Sheet, shown, TooLarge } from './sheets.ts'

/**
 * Reads the cells of an XLSX file (ECMA-376, part 1, chapter 18) as stored: no formula is calculated. Throws a
 * {@link TooLarge} before it unpacks a part above the limit, an `Error` for a file that is no workbook.
 */
export function readWorkbook(bytes: Uint8Array): Sheet[] {
  // fflate unpacks a part into the size that the archive declares, and no further.
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!isRead.test(name)) return false
      if (originalSize > shown.partBytes) throw new TooLarge(name)
      return true
    },
  })
  const textOf = (name: string) => (parts[name] ? strFromU8(parts[name]) : '')
  const targets = targetsIn(textOf('xl/_rels/workbook.xml.rels'))
  const book = sheetsIn(textOf('xl/workbook.xml'))
  if (book.sheets.length === 0) throw new Error('The file has no sheets.')
  const strings = stringsIn(textOf('xl/sharedStrings.xml'))
  const formats = { isDate: dateStylesIn(textOf('xl/styles.xml')), isFrom1904: book.isFrom1904 }
  return book.sheets.map(({ name, relation }) => ({
    name,
    ...cellsIn(textOf(targets.get(relation) ?? ''), strings, formats),
  }))
}

const isRead = /^xl\/(workbook|styles|sharedStrings|worksheets\/[^/]+)\.xml$|^xl\/_rels\/workbook\.xml\.rels$/

type Listeners = {
  open?: (name: string, attributes: () => Record<string, string>, stop: () => void) => void
  close?: (name: string, stop: () => void) => void
  text?: (text: string) => void
}

/** Reads XML; names come without their prefix. */
function walk(xml: string, { open, close, text }: Listeners): void {
  const parser = new Parser()
  const stop = () => parser.stop()
  if (open) {
    parser.on('openTag', (name, attributesOf, decode) => {
      const attributes = () =>
        Object.fromEntries(Object.entries(attributesOf()).map(([key, value]) => [key, decode(value)]))
      open(bare(name), attributes, stop)
    })
  }
  if (close) parser.on('closeTag', (name) => close(bare(name), stop))
  if (text) parser.on('text', (raw, decode) => text(decode(raw))).on('cdata', text)
  // A part may be missing.
  if (xml !== '') parser.parse(xml)
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1)

function targetsIn(xml: string): Map<string, string> {
  const targets = new Map<string, string>()
  walk(xml, {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const { Id = '', Target = '' } = attributes()
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  return targets
}

function sheetsIn(xml: string): { sheets: { name: string; relation: string }[]; isFrom1904: boolean } {
  const sheets: { name: string; relation: string }[] = []
  let isFrom1904 = false
  walk(xml, {
    open(tag, attributes) {
      const given = attributes()
      if (tag === 'workbookPr') isFrom1904 = ['1', 'true'].includes(given.date1904 ?? '')
      if (tag !== 'sheet') return
      const relation = Object.entries(given).find(([name]) => name !== 'sheetId' && bare(name) === 'id')?.[1] ?? ''
      sheets.push({ name: given.name ?? '', relation })
    },
  })
  return { sheets, isFrom1904 }
}

/** Phonetic hints (`rPh`) are no part of a text. */
function stringsIn(xml: string): string[] {
  const strings: string[] = []
  let [text, isText, isHint] = ['', false, false]
  walk(xml, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') isHint = true
      isText = name === 't' && !isHint
    },
    text: (part) => {
      if (isText) text += part
    },
    close(name) {
      if (name === 'si') strings.push(text)
      if (name === 'rPh') isHint = false
      isText = false
    },
  })
  return strings
}

/** Built-in formats of days and times (18.8.30). */
const dateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])

/** Whether each cell style shows a day or a time. */
function dateStylesIn(xml: string): boolean[] {
  const own = new Map<number, boolean>()
  const styles: boolean[] = []
  let isCells = false
  walk(xml, {
    open(name, attributes) {
      if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes()
        const signs = formatCode.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
        own.set(Number(numFmtId), /[ymdhs]/i.test(signs) && !/[#0?]/.test(signs.replace(/\.0+/g, '')))
      }
      if (name === 'cellXfs') isCells = true
      if (name !== 'xf' || !isCells) return
      const id = Number(attributes().numFmtId)
      styles.push(own.get(id) ?? dateFormats.has(id))
    },
    close(name) {
      if (name === 'cellXfs') isCells = false
    },
  })
  return styles
}

type Formats = { isDate: readonly boolean[]; isFrom1904: boolean }

function cellsIn(xml: string, strings: readonly string[], formats: Formats): Pick<Sheet, 'rows' | 'isCut'> {
  const rows: string[][] = []
  let isCut = false
  let [row, column, type, style, value, isValue] = [0, 0, '', 0, '', false]
  walk(xml, {
    open(name, attributes, stop) {
      isValue = name === 'v' || name === 't'
      if (name === 'row') {
        row = Number(attributes().r ?? row + 1)
        column = 0
        if (row <= shown.rows) return
        isCut = true
        stop()
      }
      if (name !== 'c') return
      const given = attributes()
      column = given.r ? columnOf(given.r) : column + 1
      ;[type, style, value] = [given.t ?? 'n', Number(given.s ?? 0), '']
    },
    text: (part) => {
      if (isValue) value += part
    },
    close(name) {
      isValue = false
      if (name !== 'c' || value === '') return
      if (column > shown.columns) {
        isCut = true
        return
      }
      while (rows.length < row) rows.push([])
      const cells = rows[row - 1]
      if (!cells) return
      while (cells.length < column - 1) cells.push('')
      cells[column - 1] = shownValue(value, type, formats.isDate[style] ?? false)
    },
  })
  return { rows, isCut }

  function shownValue(stored: string, kind: string, isDate: boolean): string {
    if (kind === 's') return strings[Number(stored)] ?? ''
    if (kind === 'b') return stored === '1' ? 'TRUE' : 'FALSE'
    return kind === 'n' && isDate ? dayOf(Number(stored), formats.isFrom1904) : stored
  }
}

/** `BC12` is 55. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? ''
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

const msOfDay = 86_400_000
/** Day 0 of the two date systems (18.17.4.1). */
const day0 = Date.UTC(1899, 11, 30)
const day0From1904 = Date.UTC(1904, 0, 1)

function dayOf(serial: number, isFrom1904: boolean): string {
  const at = new Date((isFrom1904 ? day0From1904 : day0) + Math.round(serial * msOfDay))
  if (Number.isNaN(at.valueOf())) return String(serial)
  const [day = '', time = ''] = at.toISOString().slice(0, 19).split('T')
  if (serial < 1) return time
  return Number.isInteger(serial) ? day : `${day} ${time}`
}
