import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'
import { readWorkbook } from './read-workbook.ts'
import { shown, TooLarge } from './sheets.ts'

const csv = (text: string, isWhole = true) => readCsv(new TextEncoder().encode(text), isWhole)

describe('a CSV file', () => {
  test.each([
    [
      'commas',
      'plot,tonnes\n4,"1,200"\n',
      [
        ['plot', 'tonnes'],
        ['4', '1,200'],
      ],
    ],
    [
      'semicolons, as written in French',
      'parcelle;tonnes\r\n4;1,5\r\n',
      [
        ['parcelle', 'tonnes'],
        ['4', '1,5'],
      ],
    ],
    [
      'tabs',
      'plot\ttonnes\n4\t12',
      [
        ['plot', 'tonnes'],
        ['4', '12'],
      ],
    ],
    ['a byte order mark', '\ufeffplot\n4\n', [['plot'], ['4']]],
    ['empty lines, which count', 'plot\n\n4\n', [['plot'], [''], ['4']]],
    [
      'a line break in quotes',
      'note,plot\n"one\ntwo",4\n',
      [
        ['note', 'plot'],
        ['one\ntwo', '4'],
      ],
    ],
    [
      'a quote that never ends',
      'plot,note\n4,"wet\n5,dry\n',
      [
        ['plot', 'note'],
        ['4', '"wet'],
        ['5', 'dry'],
      ],
    ],
  ])('with %s is its rows', (_, text, rows) => {
    expect(csv(text)).toEqual({ name: '', rows, isCut: false })
  })

  test('of which a part arrived loses the row that may be cut, and says so', () => {
    expect(csv('plot,tonnes\n4,12\n5,1', false)).toMatchObject({
      rows: [
        ['plot', 'tonnes'],
        ['4', '12'],
      ],
      isCut: true,
    })
  })

  test('with more rows than are shown says so', () => {
    const { rows, isCut } = csv('1\n'.repeat(shown.rows + 1))
    expect([rows.length, isCut]).toEqual([shown.rows, true])
    expect(csv('1\n'.repeat(shown.rows)).isCut).toBe(false)
  })
})

const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const parts = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="Plots &amp; more" sheetId="7" r:id="rId2"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId2" Type="worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/sharedStrings.xml':
    '<sst><si><t>maize &amp; beans</t></si><si><r><t>tea</t></r><r><t xml:space="preserve"> leaves</t></r><rPh><t>no</t></rPh></si></sst>',
  'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/><numFmt numFmtId="171" formatCode="0.0&quot; days&quot;"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
  'xl/worksheets/sheet1.xml': sheet('<row r="1"><c r="A1"><v>1</v></c></row>'),
}
const workbook = (changed: Partial<Record<keyof typeof parts, string>> = {}) =>
  zipSync(Object.fromEntries(Object.entries({ ...parts, ...changed }).map(([name, xml]) => [name, strToU8(xml)])))
const rowsOf = (rows: string) => readWorkbook(workbook({ 'xl/worksheets/sheet1.xml': sheet(rows) }))[0]?.rows

describe('a workbook', () => {
  test.each([
    [
      'shared and own texts',
      '<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><t>own</t></is></c></row>',
      [['maize & beans', 'tea leaves', 'own']],
    ],
    ['numbers as stored', '<row r="1"><c r="A1"><v>0.1</v></c><c r="B1" s="3"><v>2.5</v></c></row>', [['0.1', '2.5']]],
    [
      'days and times',
      '<row r="1"><c s="1"><v>45000</v></c><c s="2"><v>45000.5</v></c></row>',
      [['2023-03-15', '2023-03-15 12:00:00']],
    ],
    [
      'the stored value of a formula',
      '<row r="1"><c r="A1"><f>WEBSERVICE("https://x.test")</f><v>7</v></c></row>',
      [['7']],
    ],
    ['truth and faults', '<row r="1"><c t="b"><v>1</v></c><c t="e"><v>#DIV/0!</v></c></row>', [['TRUE', '#DIV/0!']]],
    ['empty rows and columns, which count', '<row r="3"><c r="C3"><v>5</v></c></row>', [[], [], ['', '', '5']]],
    ['prefixed names', '<x:row r="1"><x:c r="A1"><x:v>9</x:v></x:c></x:row>', [['9']]],
  ])('shows %s', (_, xml, rows) => {
    expect(rowsOf(xml)).toEqual(rows)
  })

  test('has the names of its sheets', () => {
    expect(readWorkbook(workbook()).map(({ name }) => name)).toEqual(['Plots & more'])
  })

  test('is cut at the rows and columns that are shown', () => {
    const far = `<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row r="1048576"><c r="A1048576"><v>3</v></c></row>`
    const [read] = readWorkbook(workbook({ 'xl/worksheets/sheet1.xml': sheet(far) }))
    expect(read).toMatchObject({ rows: [['1']], isCut: true })
  })

  test('that unpacks beyond the limit is refused before it unpacks', () => {
    const bomb = workbook({ 'xl/sharedStrings.xml': ' '.repeat(shown.partBytes + 1) })
    expect(bomb.length).toBeLessThan(200_000)
    expect(() => readWorkbook(bomb)).toThrow(TooLarge)
  })

  test('that declares less than it holds unpacks no further than declared', () => {
    const name = 'xl/sharedStrings.xml'
    const size = 8_000_000
    const bomb = workbook({ [name]: `<sst>${' '.repeat(size)}</sst>` })
    const view = new DataView(bomb.buffer, bomb.byteOffset, bomb.byteLength)
    // The archive's list of files (APPNOTE 4.3.12) states each size.
    for (let at = 0; at < bomb.length - 46; at += 1) {
      if (view.getUint32(at, true) !== 0x02014b50) continue
      const named = new TextDecoder().decode(bomb.subarray(at + 46, at + 46 + view.getUint16(at + 28, true)))
      if (named === name) view.setUint32(at + 24, 10, true)
    }
    expect(() => readWorkbook(bomb)).toThrow('unexpected end')
  })

  test('that is none is refused', () => {
    expect(() => readWorkbook(zipSync({ 'word/document.xml': strToU8('<document/>') }))).toThrow('no sheets')
    expect(() => readWorkbook(strToU8('no archive'))).toThrow()
  })
})
