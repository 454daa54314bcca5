import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aStore } from '#tests/kit/file-store.ts'
import { checkDocument } from './documents.ts'
import { using } from './using.ts'

const files = aStore()

function judged(bytes: Uint8Array, name: string) {
  return using(files.draft([bytes]), (draft) => checkDocument(draft, name))
}

const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n')
const csv = Buffer.from('\ufeffname,quantity\r\n"Kiçe, ñandú",12\r\n')

describe('a document is known by its content', () => {
  test('a PDF, whatever it is called', async () => {
    expect(await judged(pdf, 'design.docx')).toEqual({
      mediaType: 'application/pdf',
      extension: 'pdf',
      name: 'design.pdf',
    })
  })

  test.each([
    ['a line break', '\n'],
    ['a byte order mark', '\ufeff'],
    ['a comment', '<!-- made by reports -->\n'],
    ['an XML declaration', '<?xml version="1.0"?>\n'],
    ['what a web server says', 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'],
    ['1,024 bytes', '\n'.repeat(1_024)],
  ])('a PDF after %s', async (_, before) => {
    expect(await judged(Buffer.concat([Buffer.from(before), pdf]), 'plan.pdf')).toMatchObject({ extension: 'pdf' })
  })

  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
  ] as const)('a picture: %s', async (format, mediaType) => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .toFormat(format)
      .toBuffer()
    expect(await judged(bytes, 'site')).toMatchObject({ mediaType, extension: format.replace('e', '') })
  })

  test.each([
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'spreadsheetml.sheet'],
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'wordprocessingml.document'],
  ])('an office document: %s', async (extension, mediaType, part) => {
    expect(await judged(officeFile(part), 'report.zip')).toMatchObject({ mediaType, extension })
  })

  test.each([
    ['bay.GeoJSON', '{"type":"Point","coordinates":[39.5,-4.5]}', 'application/geo+json', 'bay.geojson'],
    ['bay.json', '\n{"type":"FeatureCollection","features":[]}', 'application/geo+json', 'bay.geojson'],
    [
      'bay.kml',
      '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"/>',
      'application/vnd.google-earth.kml+xml',
      'bay.kml',
    ],
    ['bay.kml', '<kml></kml>', 'application/vnd.google-earth.kml+xml', 'bay.kml'],
  ])('an outline: %s', async (given, text, mediaType, name) => {
    expect(await judged(Buffer.from(text), given)).toMatchObject({ mediaType, name })
  })

  test('CSV is UTF-8 text that says so', async () => {
    expect(await judged(csv, 'Données.CSV')).toMatchObject({ mediaType: 'text/csv', name: 'Données.csv' })
    // Longer than one chunk, with characters across boundaries.
    const long = Buffer.from(`a${'é'.repeat(100_000)}\n`)
    expect(await judged(long, 'long.csv')).toMatchObject({ mediaType: 'text/csv' })
  })
})

describe('a document is refused', () => {
  test.each([
    ['when it is empty', Buffer.alloc(0), 'a.pdf', 'invalid', 'empty'],
    ['when it is too large', Buffer.alloc(20 * 1024 * 1024 + 1, 'a'), 'a.csv', 'too_large', '20 MB'],
    ['when it is a program', Buffer.from('7f454c46020101', 'hex'), 'a.pdf', 'unsupported_media', 'PDF, XLSX'],
    ['when it is a page', Buffer.from('<!doctype html><script>1</script>'), 'a.pdf', 'unsupported_media', 'PDF, XLSX'],
    ['when a PDF begins later', Buffer.from(`${'\n'.repeat(1_025)}${pdf}`), 'a.pdf', 'unsupported_media', 'PDF, XLSX'],
    [
      'when it is a program with a PDF behind it',
      Buffer.concat([Buffer.from('7f454c4602010100'.padEnd(128, '0'), 'hex'), pdf]),
      'a.pdf',
      'unsupported_media',
      'PDF, XLSX',
    ],
    ['when it has macros', officeFile('sheet.macroEnabled'), 'a.xlsx', 'unsupported_media', 'PDF, XLSX'],
    ['when it is text of another name', csv, 'a.txt', 'unsupported_media', 'PDF, XLSX'],
    ['when it is a page called KML', Buffer.from('<?xml version="1.0"?><html/>'), 'a.kml', 'unsupported_media', 'KML'],
    ['when GeoJSON is a list', Buffer.from('[1]'), 'a.geojson', 'unsupported_media', 'GeoJSON'],
    ['when XML is called CSV', Buffer.from('<?xml version="1.0"?><a/>'), 'a.csv', 'unsupported_media', 'PDF, XLSX'],
    ['when CSV has a zero byte', Buffer.from('a,b\0'), 'a.csv', 'unsupported_media', 'UTF-8'],
    [
      'when CSV has a control character far from its beginning',
      Buffer.from(`${'a,'.repeat(50_000)}\x07`),
      'a.csv',
      'unsupported_media',
      'UTF-8',
    ],
    ['when CSV ends within a character', Buffer.from('a,é').subarray(0, 3), 'a.csv', 'unsupported_media', 'UTF-8'],
    ['when CSV is in another encoding', Buffer.from('é', 'latin1'), 'a.csv', 'unsupported_media', 'UTF-8'],
  ])('%s', async (_, bytes, name, code, message) => {
    await expect(judged(bytes, name)).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
  })
})

describe('its name is made safe', () => {
  test.each([
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\me\\Plan 2.PDF', 'Plan 2.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['-rf.pdf', 'rf.pdf'],
    ['', 'document.pdf'],
    ['...', 'document.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.pdf'],
    ['a\r\nSet-Cookie: b.pdf', 'aSet-Cookie- b.pdf'],
    ['  مشروع الغابة.pdf ', 'مشروع الغابة.pdf'],
    ['नेपाल\u200dवन.pdf', 'नेपाल\u200dवन.pdf'],
    ['e\u0301tude.pdf', 'étude.pdf'],
    ['broken\ud800.pdf', 'broken\ufffd.pdf'],
    [`${'é'.repeat(400)}.pdf`, `${'é'.repeat(120)}.pdf`],
  ])('%j becomes %j', async (given, name) => {
    expect((await judged(pdf, given)).name).toBe(name)
  })
})

const samples = '../shared/data/pdf'
describe.skipIf(!existsSync(samples))('real documents are accepted', () => {
  test.each(['minimal-document.pdf', 'habibi.pdf', 'with-attachment.pdf', 'libreoffice-writer-password.pdf'])(
    '%s',
    async (name) => {
      expect(await judged(readFileSync(`${samples}/${name}`), name)).toMatchObject({ extension: 'pdf', name })
    },
  )
})

/** A ZIP archive with only the identifying part. */
function officeFile(part: string): Buffer {
  const name = Buffer.from('[Content_Types].xml')
  const type = `application/vnd.openxmlformats-officedocument.${part}`.replace(
    /.*macroEnabled/,
    'application/vnd.ms-excel.sheet.macroEnabled',
  )
  const content = Buffer.from(`<Types><Override PartName="/main.xml" ContentType="${type}.main+xml"/></Types>`)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt32LE(content.length, 18)
  header.writeUInt32LE(content.length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name, content])
}
