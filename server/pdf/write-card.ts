import { type CardData, cardSize } from './card-data.ts'
import { type Fonts, loadFonts, textsOf } from './fonts.ts'
import { ink } from './sheet.ts'
import { type Paragraph, type Run, type Style, setText, widthOfText } from './typeset.ts'

const margin = 72
const innerWidth = cardSize.width - 2 * margin
const columnWidth = innerWidth / 2

const styles = {
  registry: { face: 'sansBold', size: 30, color: ink.soft },
  title: { face: 'serifBold', size: 66, color: ink.text, leading: 1.15 },
  line: { face: 'sans', size: 32, color: ink.soft },
  value: { face: 'serifBold', size: 60, color: ink.text, leading: 1.1 },
  label: { face: 'sans', size: 28, color: ink.soft },
} as const satisfies Record<string, Style>

/** Returns an SVG in UTF-8. Letters are outlines, so that it looks the same everywhere. */
export async function writeCard(card: CardData): Promise<Uint8Array> {
  const fonts = await loadFonts(textsOf(card))
  const { width, height } = cardSize
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<rect width="${width}" height="16" fill="${card.accent}"/>`,
    ...written(fonts, card),
    '</svg>',
  ]
  return new TextEncoder().encode(parts.join('\n'))
}

/** Figures stand at the bottom and leave two lines for the title. */
function written(fonts: Fonts, { registry, title, lines, figures, host }: CardData): string[] {
  const place = setText(fonts, host, styles.line, columnWidth, 1)
  const parts = [outlines(place, cardSize.width - margin - widthOfText(place), margin)]
  let y: number = margin
  const set = (text: string, style: Style, width: number, maxLines: number) => {
    const paragraph = setText(fonts, text, style, width, maxLines)
    parts.push(outlines(paragraph, margin, y))
    y += paragraph.height
  }
  set(registry, styles.registry, innerWidth - widthOfText(place) - margin, 1)
  y += 20
  set(title, styles.title, innerWidth, figures.length > 0 ? 2 : 3)
  y += 16
  for (const line of lines.filter((text) => text !== '')) set(line, styles.line, innerWidth, 1)
  const floor = cardSize.height - margin
  figures.forEach(({ label, value }, index) => {
    const x = margin + index * columnWidth
    const below = setText(fonts, label, styles.label, columnWidth, 1)
    const above = setText(fonts, value, styles.value, columnWidth, 1)
    const top = floor - below.height - above.height
    parts.push(outlines(above, x, top), outlines(below, x, top + above.height))
  })
  return parts
}

/** `y` is the upper edge. */
function outlines({ lines, lineHeight, style }: Paragraph, x: number, y: number): string {
  const drawn = lines.map(({ runs }, index) => {
    const baseline = y + index * lineHeight + (lineHeight + style.size * capShare) / 2
    let at = x
    return runs.map((run) => {
      const outline = outlineOf(run, style.size, at, baseline)
      at += run.width
      return outline
    })
  })
  return `<g fill="${style.color}">${drawn.flat().join('')}</g>`
}

/** Height of capitals as a share of the size. */
const capShare = 0.68

function outlineOf({ text, font: { font } }: Run, size: number, x: number, baseline: number): string {
  const { glyphs, positions } = font.layout(text)
  const scale = size / font.unitsPerEm
  let advance = 0
  const paths = glyphs.map((glyph, index) => {
    const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {}
    const path = glyph.path.toSVG()
    const place = `translate(${advance + xOffset} ${yOffset})`
    advance += xAdvance
    return path === '' ? '' : `<path transform="${place}" d="${path}"/>`
  })
  return `<g transform="translate(${x.toFixed(2)} ${baseline.toFixed(2)}) scale(${scale} ${-scale})">${paths.join('')}</g>`
}
