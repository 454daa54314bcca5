import { addText, addTexts, contentWidth, decorate, ink, page, type Sheet } from './sheet.ts'
import { type Paragraph, type Style, setText } from './typeset.ts'

/** Knows its height in points before drawing. `cut` holds shortened texts. */
export type Part = { height: number; cut: Cut[]; draw(y: number): void }
export type Cut = { label: string; text: string }

export const styles = {
  title: { face: 'serif', size: 29, color: ink.text, leading: 1.15 },
  heading: { face: 'serifBold', size: 12.5, color: ink.text, leading: 1.3 },
  label: { face: 'sans', size: 7.2, color: ink.soft, leading: 1.45 },
  value: { face: 'sans', size: 8.6, color: ink.text, leading: 1.32 },
  strong: { face: 'sansBold', size: 9.6, color: ink.text, leading: 1.35 },
  small: { face: 'sans', size: 7.2, color: ink.soft, leading: 1.4 },
  body: { face: 'sans', size: 9, color: ink.text, leading: 1.45 },
  softBody: { face: 'sans', size: 9, color: ink.soft, leading: 1.45 },
} satisfies Record<string, Style>

/** Grids omit facts without value. */
export type Fact = { label: string; value: string | null | undefined }

export function present(facts: readonly Fact[]): { label: string; value: string }[] {
  return facts.flatMap(({ label, value }) => (value?.trim() ? [{ label, value }] : []))
}

export const columnGap = 18

/** Of all grids of a certificate, so that their facts stand below each other. */
export const gridColumns = 4

/** `step` is the distance between column starts. */
export function columnsOf(count: number): { width: number; step: number } {
  const width = (contentWidth - columnGap * (count - 1)) / count
  return { width, step: width + columnGap }
}

const rowGap = 6

/** Row by row; at most `maxLines` lines per value. */
export function factGrid(sheet: Sheet, facts: readonly Fact[], columns: number, maxLines: number): Part {
  const { width, step } = columnsOf(columns)
  const cells = present(facts).map((fact) => ({
    fact,
    label: setText(sheet.fonts, fact.label, styles.label, width, 1),
    value: setText(sheet.fonts, fact.value, styles.value, width, maxLines),
  }))
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) => {
    const inRow = cells.slice(row * columns, (row + 1) * columns)
    return { cells: inRow, height: Math.max(...inRow.map(({ label, value }) => label.height + value.height)) }
  })
  return {
    height: rows.reduce((sum, { height }) => sum + height + rowGap, rows.length > 0 ? -rowGap : 0),
    cut: cells.filter(({ value }) => value.isCut).map(({ fact }) => ({ label: fact.label, text: fact.value })),
    draw(y) {
      for (const row of rows) {
        for (const [at, { label, value }] of row.cells.entries()) {
          const x = page.side + at * step
          addTexts(sheet, [
            { paragraph: label, x, y },
            { paragraph: value, x, y: y + label.height },
          ])
        }
        y += row.height + rowGap
      }
    },
  }
}

export function textOf(sheet: Sheet, tag: string, text: string, style: Style, maxLines = Infinity): Part {
  return textPart(sheet, tag, setText(sheet.fonts, text, style, contentWidth, maxLines))
}

export function textPart(sheet: Sheet, tag: string, paragraph: Paragraph, link?: string | null): Part {
  return { height: paragraph.height, cut: [], draw: (y) => addText(sheet, tag, paragraph, page.side, y, { link }) }
}

export function headingPart(sheet: Sheet, text: string): Part {
  const paragraph = setText(sheet.fonts, text, styles.heading, contentWidth, 2)
  const above = 8
  return {
    height: above + paragraph.height,
    cut: [],
    draw(y) {
      drawRule(sheet, y, 0.6)
      addText(sheet, 'H2', paragraph, page.side, y + above)
    },
  }
}

export function stack(parts: readonly Part[], gap: number): Part {
  return {
    height: parts.reduce((sum, part) => sum + part.height + gap, parts.length > 0 ? -gap : 0),
    cut: parts.flatMap((part) => part.cut),
    draw(y) {
      for (const part of parts) {
        part.draw(y)
        y += part.height + gap
      }
    },
  }
}

/** A line across the page, `weight` points thick. */
export function drawRule(sheet: Sheet, y: number, weight: number): void {
  decorate(sheet, (pdf) =>
    pdf
      .moveTo(page.side, y)
      .lineTo(page.width - page.side, y)
      .lineWidth(weight)
      .stroke(ink.rule),
  )
}
