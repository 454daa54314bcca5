import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import type { Language } from '#shared/rules/languages.ts'
import type { Fonts, LoadedFont } from './fonts.ts'
import { hasRightToLeft, type Paragraph, type Run, widthOfText } from './typeset.ts'

export type Pdf = InstanceType<typeof PDFDocument>
/** A PDF that is being written: A4, tagged for screen readers, fonts embedded, the same bytes for the same content. */
export type Sheet = {
  pdf: Pdf
  fonts: Fonts
  root: Structure
  registered: Set<string>
  nameless: Set<number[]>
  written: Pieces
}

/** A4 in points, with the margins of every page. */
export const page = { width: 595.28, height: 841.89, side: 56, top: 46, bottom: 42 } as const
export const contentWidth = page.width - 2 * page.side

/** How far the baseline is below the middle of a line, as a share of the size. */
export const baselineShare = 0.33

export const ink = {
  text: '#17211c',
  soft: '#5a665f',
  rule: '#d5dad5',
  tint: '#f3f5f2',
  valid: '#1c6b49',
} as const

type About = { title: string; language: Language; createdAt: Date }

/** Opens a document with its first page. `title` is our own text: that of other people could break the metadata. */
export function openSheet(fonts: Fonts, { title, language, createdAt }: About): Sheet {
  const options: PDFKit.PDFDocumentOptions = {
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Producer: 'Registry', Creator: 'Registry', CreationDate: createdAt, ModDate: createdAt },
  }
  // Says that the structure is fit for screen readers; newer than pdfkit's types.
  const pdf = new PDFDocument(Object.assign(options, { subset: 'PDF/UA' }))
  const written = new Pieces()
  pdf.on('data', (piece: Uint8Array) => written.add(piece))
  packPages(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  return { pdf, fonts, root, registered: new Set(), nameless: new Set(), written }
}

/** The bytes of a document so far. pdfkit writes hundreds of thousands of pieces, each of which alone takes ten times its bytes. */
class Pieces {
  #loose: Uint8Array[] = []
  #packed: Buffer[] = []

  add(piece: Uint8Array): void {
    this.#loose.push(piece)
    if (this.#loose.length >= piecesTogether) this.#pack()
  }

  #pack(): void {
    this.#packed.push(Buffer.concat(this.#loose))
    this.#loose = []
  }

  whole(): Buffer {
    this.#pack()
    return Buffer.concat(this.#packed)
  }
}

const piecesTogether = 2_000

/** Packs what stands on a page once the next one begins; pdfkit keeps the pages until it knows how many there are. */
function packPages(pdf: Pdf): void {
  let { page } = pdf
  pdf.on('pageAdded', () => {
    const pieces: unknown = Reflect.get(page.content, 'buffer')
    if (!Array.isArray(pieces)) throw new Error('pdfkit no longer keeps what stands on a page in content.buffer.')
    Reflect.set(page.content, 'buffer', [Buffer.concat(pieces)])
    page = pdf.page
  })
}

export type Structure = ReturnType<Pdf['struct']>

type Place = {
  /** With `right`, `x` is the right edge. */
  align?: 'left' | 'right'
  link?: string | null | undefined
  /** The part of the structure that it belongs to; without it, the document itself. */
  into?: Structure
}

/** Draws a paragraph with its upper edge at `y`, as a piece of the text that is read aloud. */
export function say(sheet: Sheet, tag: string, paragraph: Paragraph, x: number, y: number, place: Place = {}): void {
  const { pdf } = sheet
  const into = place.into ?? sheet.root
  // Text to the left is drawn as it is seen; readers are told how it is read. Scopes are newer than pdfkit's types.
  const options: object = {
    ...(hasRightToLeft(paragraph) && { actual: paragraph.text }),
    ...(tag === 'TH' && { scope: 'Column' }),
  }
  const draw = () => drawParagraph(sheet, paragraph, x, y, place.align)
  if (!place.link) {
    into.add(pdf.struct(tag, options, draw))
    return
  }
  const link = pdf.struct('Link', options, () => {
    draw()
    addLink(pdf, link, paragraph, x, y, place.link ?? '')
  })
  into.add(pdf.struct(tag, {}, [link]))
}

/** Draws several paragraphs that are read aloud as one. */
export function sayTogether(
  sheet: Sheet,
  pieces: readonly ({ paragraph: Paragraph; x: number; y: number } & Omit<Place, 'into'>)[],
): void {
  const into = sheet.pdf.struct('P')
  sheet.root.add(into)
  for (const { paragraph, x, y, ...place } of pieces) say(sheet, 'Span', paragraph, x, y, { ...place, into })
  into.end()
}

function addLink(pdf: Pdf, structParent: Structure, paragraph: Paragraph, x: number, y: number, url: string): void {
  // What pdfkit's types do not know: the place in the structure, and that only a String object becomes a string of the PDF.
  const options: object = { structParent, Contents: Object(url) }
  pdf.link(x, y, widthOfText(paragraph), paragraph.height, url, options)
}

/** Draws what carries no meaning of its own: rules, grounds, ornaments, repeated footers. */
export function decorate({ pdf }: Sheet, draw: (pdf: Pdf) => void): void {
  pdf.markContent('Artifact', { type: 'Layout' })
  pdf.save()
  draw(pdf)
  pdf.restore()
  pdf.endMarkedContent()
}

export function drawParagraph(
  sheet: Sheet,
  paragraph: Paragraph,
  x: number,
  y: number,
  align: 'left' | 'right' = 'left',
): void {
  const { style, lines, lineHeight } = paragraph
  for (const [index, line] of lines.entries()) {
    let at = align === 'right' ? x - line.width : x
    const baseline = y + index * lineHeight + lineHeight / 2 + style.size * baselineShare
    for (const run of line.runs) {
      takeFont(sheet, run.font, style.size)
      if (run.level > 0) noteNameless(sheet, run)
      // Given any list of features, pdfkit shapes a run as a whole: word by word, text to the left would be out of order.
      const features = run.level % 2 === 1 ? { features: [] } : {}
      sheet.pdf
        .fillColor(style.color)
        .text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic', ...features })
      at += run.width
    }
  }
}

const invisibleJoiner = 0x034f

/** Remembers marks that the shaper took off their letters: they stand for no character. */
function noteNameless({ nameless }: Sheet, { font: { font }, text }: Run): void {
  for (const { codePoints } of font.layout(text).glyphs) if (codePoints.length === 0) nameless.add(codePoints)
}

/** pdfkit takes a font that is parsed already; its types know only files and bytes. */
function takeFont({ pdf, registered }: Sheet, { name, font }: LoadedFont, size: number): void {
  if (!registered.has(name)) {
    registered.add(name)
    pdf.registerFont(name, font as unknown as Buffer)
  }
  pdf.font(name, size)
}

/** Ends the document and returns its bytes. */
export async function closeSheet({ pdf, root, nameless, written }: Sheet): Promise<Buffer> {
  // Only now, when nothing is shaped any more: copied text would have arbitrary characters in their places.
  for (const codePoints of nameless) codePoints.push(invisibleJoiner)
  root.end()
  pdf.end()
  await once(pdf, 'end')
  return written.whole()
}
