import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import type { Language } from '#shared/rules/languages.ts'
import type { Fonts, LoadedFont } from './fonts.ts'
import { hasRightToLeft, type Paragraph, type Run, widthOfText } from './typeset.ts'

export type Pdf = InstanceType<typeof PDFDocument>
/** A PDF/A-3a and PDF/UA-1 in progress: A4, tagged, fonts embedded, deterministic bytes. */
export type Sheet = {
  pdf: Pdf
  fonts: Fonts
  root: Structure
  registered: Set<string>
  nameless: Set<number[]>
  written: Pieces
}

/** In points. */
export const page = { width: 595.28, height: 841.89, side: 56, top: 46, bottom: 42 } as const
export const contentWidth = page.width - 2 * page.side

/** Distance from a line's middle to its baseline, as a share of the size. */
export const baselineShare = 0.33

export const ink = {
  text: '#17211c',
  soft: '#5a665f',
  rule: '#d5dad5',
  tint: '#f3f5f2',
  valid: '#1c6b49',
} as const

type About = { title: string; language: Language; createdAt: Date }

/** `title` must be our own text: other text could break the metadata. */
export function openSheet(fonts: Fonts, { title, language, createdAt }: About): Sheet {
  const options: PDFKit.PDFDocumentOptions = {
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Producer: 'Registry', Creator: 'Registry', CreationDate: createdAt },
    subset: 'PDF/A-3a',
  }
  const pdf = new PDFDocument(options)
  // Missing in pdfkit's types, and without the description that PDF/A asks of such a mark.
  Reflect.apply(Reflect.get(pdf, 'appendXML'), pdf, [accessible])
  const written = new Pieces()
  pdf.on('data', (piece: Uint8Array) => written.add(piece))
  packPages(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  return { pdf, fonts, root, registered: new Set(), nameless: new Set(), written }
}

/** Marks the file as PDF/UA-1, in the words of XMP (ISO 14289-1, section 5; ISO 19005-3, section 6.6.2.3). */
const accessible = `
  <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
      <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
      <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>part</pdfaProperty:name>
        <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
        <pdfaProperty:category>internal</pdfaProperty:category>
        <pdfaProperty:description>The part of ISO 14289</pdfaProperty:description>
      </rdf:li></rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>`

/** Merges pdfkit's hundreds of thousands of pieces, which take ten times their bytes each. */
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

/** pdfkit keeps all pages until the end, so compact each finished page. */
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
  /** The parent; by default the document. */
  into?: Structure
  /** Of what a `TH` is the head; by default of its column. */
  scope?: 'Column' | 'Row'
}

/** `y` is the upper edge. */
export function addText(
  sheet: Sheet,
  tag: string,
  paragraph: Paragraph,
  x: number,
  y: number,
  place: Place = {},
): void {
  const { pdf } = sheet
  const into = place.into ?? sheet.root
  // Right-to-left text is drawn in visual order and tagged with its reading order. Scopes are missing in pdfkit's
  // types.
  const options: object = {
    ...(hasRightToLeft(paragraph) && { actual: paragraph.text }),
    ...(tag === 'TH' && { scope: place.scope ?? 'Column' }),
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

/** Tags the paragraphs as one. */
export function addTexts(
  sheet: Sheet,
  pieces: readonly ({ paragraph: Paragraph; x: number; y: number } & Omit<Place, 'into'>)[],
): void {
  const into = sheet.pdf.struct('P')
  sheet.root.add(into)
  for (const { paragraph, x, y, ...place } of pieces) addText(sheet, 'Span', paragraph, x, y, { ...place, into })
  into.end()
}

function addLink(pdf: Pdf, structParent: Structure, paragraph: Paragraph, x: number, y: number, url: string): void {
  // Missing in pdfkit's types. Only a String object becomes a PDF string.
  const options: object = { structParent, Contents: Object(url) }
  pdf.link(x, y, widthOfText(paragraph), paragraph.height, url, options)
}

/** Draws what screen readers skip. */
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
      // With a feature list pdfkit shapes the run as a whole; word by word would misorder right-to-left text.
      const features = run.level % 2 === 1 ? { features: [] } : {}
      sheet.pdf
        .fillColor(style.color)
        .text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic', ...features })
      at += run.width
    }
  }
}

const invisibleJoiner = 0x034f

/** Notes marks that the shaper separated from their letters and that have no character. */
function noteNameless({ nameless }: Sheet, { font: { font }, text }: Run): void {
  for (const { codePoints } of font.layout(text).glyphs) if (codePoints.length === 0) nameless.add(codePoints)
}

/** pdfkit takes a parsed font, despite its types. */
function takeFont({ pdf, registered }: Sheet, { name, font }: LoadedFont, size: number): void {
  if (!registered.has(name)) {
    registered.add(name)
    pdf.registerFont(name, font as unknown as Buffer)
  }
  pdf.font(name, size)
}

/** Puts a file of text inside, as the data that the document shows. */
export function attach(
  { pdf }: Sheet,
  { name, type, text, title, createdAt }: Record<'name' | 'type' | 'text' | 'title', string> & { createdAt: Date },
): void {
  const options = { name, type, description: title, creationDate: createdAt, modifiedDate: createdAt }
  // Missing in pdfkit's types.
  pdf.file(Buffer.from(text), Object.assign(options, { relationship: 'Data' }))
}

export async function closeSheet({ pdf, root, nameless, written }: Sheet): Promise<Buffer> {
  // After all shaping; without this, copied text has arbitrary characters there.
  for (const codePoints of nameless) codePoints.push(invisibleJoiner)
  root.end()
  pdf.end()
  await once(pdf, 'end')
  return written.whole()
}
