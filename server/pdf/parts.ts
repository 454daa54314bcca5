import { contentWidth, decorate, ink, page, type Sheet, say } from './sheet.ts'
import { type Paragraph, type Style, setText } from './typeset.ts'

/** A part of a page that knows its height (points) before it is drawn. `cut` holds what was shortened to fit. */
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

/** A label and what it says. Values that are missing are left out of a grid. */
export type Fact = { label: string; value: string | null | undefined; link?: string | null; columns?: number }
export type PresentFact = Fact & { value: string }

export function present(facts: readonly Fact[]): PresentFact[] {
  return facts.filter((fact): fact is PresentFact => typeof fact.value === 'string' && fact.value.trim() !== '')
}

const gutter = 18

/** Columns of equal width across the page: how wide they are and how far apart they begin. */
export function columnsOf(count: number): { width: number; step: number } {
  const width = (contentWidth - gutter * (count - 1)) / count
  return { width, step: width + gutter }
}

const rowGap = 6

/** Facts in columns of equal width, row by row; a fact may span several columns. Values have at most `maxLines` lines. */
export function factGrid(sheet: Sheet, facts: readonly Fact[], columns: number, maxLines: number): Part {
  const { width: column, step } = columnsOf(columns)
  const cells = present(facts).map((fact) => {
    const span = Math.min(fact.columns ?? 1, columns)
    const width = column * span + gutter * (span - 1)
    return {
      fact,
      span,
      label: setText(sheet.fonts, fact.label, styles.label, width, 1),
      value: setText(sheet.fonts, fact.value, styles.value, width, maxLines),
    }
  })
  const rows = rowsOf(cells, columns)
  const heights = rows.map((row) => Math.max(...row.map(({ label, value }) => label.height + value.height)))
  return {
    height: heights.reduce((sum, height) => sum + height + rowGap, rows.length > 0 ? -rowGap : 0),
    cut: cells.filter(({ value }) => value.isCut).map(({ fact }) => ({ label: fact.label, text: fact.value })),
    draw(y) {
      for (const [index, row] of rows.entries()) {
        let at = 0
        for (const { fact, span, label, value } of row) {
          const x = page.side + at * step
          const cell = sheet.pdf.struct('P')
          sheet.root.add(cell)
          say(sheet, 'Span', label, x, y, { into: cell })
          say(sheet, 'Span', value, x, y + label.height, { into: cell, link: fact.link })
          cell.end()
          at += span
        }
        y += (heights[index] ?? 0) + rowGap
      }
    },
  }
}

function rowsOf<Cell extends { span: number }>(cells: readonly Cell[], columns: number): Cell[][] {
  const rows: Cell[][] = []
  let free = 0
  for (const cell of cells) {
    if (cell.span > free) {
      rows.push([])
      free = columns
    }
    rows.at(-1)?.push(cell)
    free -= cell.span
  }
  return rows
}

/** A paragraph over the whole width, with a tag. */
export function textPart(sheet: Sheet, tag: string, paragraph: Paragraph, link?: string | null): Part {
  return { height: paragraph.height, cut: [], draw: (y) => say(sheet, tag, paragraph, page.side, y, { link }) }
}

/** A heading of a section, under a hairline. */
export function headingPart(sheet: Sheet, text: string): Part {
  const paragraph = setText(sheet.fonts, text, styles.heading, contentWidth, 2)
  const above = 8
  return {
    height: above + paragraph.height,
    cut: [],
    draw(y) {
      decorate(sheet, (pdf) =>
        pdf
          .moveTo(page.side, y)
          .lineTo(page.width - page.side, y)
          .lineWidth(0.6)
          .stroke(ink.rule),
      )
      say(sheet, 'H2', paragraph, page.side, y + above)
    },
  }
}

/** Parts under each other, with gaps between. */
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
