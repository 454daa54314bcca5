import type { Wording } from '#server/infra/texts/texts.ts'
import type { Registry } from './certificate-data.ts'
import { drawRings } from './ornaments.ts'
import { styles } from './parts.ts'
import { addText, contentWidth, decorate, drawParagraph, ink, page, type Sheet } from './sheet.ts'
import { setText, widthOfText } from './typeset.ts'

const defaultAccent = '#2f9e6e'

/** Returns the lower edge. */
export function drawRegistry(sheet: Sheet, { name, owner }: Registry, width: number): number {
  const registry = setText(sheet.fonts, name, { ...styles.heading, size: 13.5 }, width, 2)
  const by = setText(sheet.fonts, owner, styles.small, width, 1)
  addText(sheet, 'P', registry, page.side, page.top)
  addText(sheet, 'P', by, page.side, page.top + registry.height)
  return page.top + registry.height + by.height
}

/** Growth rings behind everything, unique per document. */
export function drawGround(sheet: Sheet, registry: Registry, seed: string): void {
  decorate(sheet, (pdf) => drawRings(pdf, seed, page.width - 36, 92, 215, tintOf(registry.accent ?? defaultAccent)))
}

/** A sixth of the colour on white. */
function tintOf(hex: string): string {
  const tint = (at: number) => Math.round(255 - (255 - Number.parseInt(hex.slice(at, at + 2), 16)) / 6)
  return `#${[1, 3, 5].map((at) => tint(at).toString(16).padStart(2, '0')).join('')}`
}

/** Says that the certificate is valid; the claim's page tells if a later version replaced it. */
export function drawStamp(sheet: Sheet, { t }: Wording): void {
  const color = ink.valid
  const stamp = t('certificate.valid')
  const text = setText(sheet.fonts, stamp, { ...styles.strong, size: 10, color }, 160, 1)
  const width = widthOfText(text) + 24
  const x = page.width - page.side - width
  decorate(sheet, (pdf) => {
    pdf.roundedRect(x, page.top, width, 24, 4).fillAndStroke('#ffffff', color)
    pdf
      .roundedRect(x + 2, page.top + 2, width - 4, 20, 2.5)
      .lineWidth(0.4)
      .stroke(color)
  })
  addText(sheet, 'P', text, x + 12, page.top + 12 - text.height / 2)
}

const footerStyle = { ...styles.small, size: 6.6 }

/** Call last, when the page count is known. */
export function drawFooters(sheet: Sheet, wording: Wording, text: string): void {
  const { start, count } = sheet.pdf.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    sheet.pdf.switchToPage(start + index)
    const numbers = wording.t('certificate.page', { page: wording.figures(index + 1), pages: wording.figures(count) })
    const right = setText(sheet.fonts, numbers, footerStyle, 90, 1)
    const lines = [text, ...(sheet.fonts.isComplete ? [] : [wording.t('certificate.missingCharacters')])]
    const left = lines.map((line) => setText(sheet.fonts, line, footerStyle, contentWidth - 100, 1))
    const y = page.height - page.bottom + 10
    decorate(sheet, () => {
      for (const [at, line] of left.entries()) drawParagraph(sheet, line, page.side, y + at * line.height)
      drawParagraph(sheet, right, page.width - page.side, y, 'right')
    })
  }
}
