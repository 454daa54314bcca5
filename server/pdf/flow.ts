import { type Part, styles, textPart } from './parts.ts'
import { contentWidth, page, type Sheet } from './sheet.ts'
import { setText } from './typeset.ts'

/** Where the next thing goes on a document of many pages. */
export type Flow = { sheet: Sheet; y: number; bottom: number; newPage(): void }

/**
 * Places things one under the other, below `y` on the page that is there, or from the top of a new page without it.
 * `drawTop` draws the head of each new page and returns where it ends.
 */
export function openFlow(sheet: Sheet, drawTop: () => number, y?: number): Flow {
  const flow: Flow = {
    sheet,
    y: y ?? 0,
    bottom: page.height - page.bottom - 6,
    newPage() {
      sheet.pdf.addPage()
      flow.y = drawTop()
    },
  }
  if (y === undefined) flow.newPage()
  return flow
}

const gap = 12

/** Puts a part on the page, or on the next one if it and `after` more points would not fit. */
export function place(flow: Flow, part: Part, after = 0): void {
  if (flow.y + part.height + after > flow.bottom) flow.newPage()
  part.draw(flow.y)
  flow.y += part.height + gap
}

/** Draws the line at the top of every page but the first; returns where it ends. */
export function drawPageHead(sheet: Sheet, text: string): number {
  const head = setText(sheet.fonts, text, styles.softBody, contentWidth, 2)
  textPart(sheet, 'P', head).draw(page.top)
  return page.top + head.height + 14
}
