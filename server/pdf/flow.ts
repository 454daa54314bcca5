import { type Part, styles, textPart } from './parts.ts'
import { contentWidth, page, type Sheet } from './sheet.ts'
import { setText } from './typeset.ts'

/** The next position in a document of many pages. */
export type Flow = { sheet: Sheet; y: number; bottom: number; newPage(): void }

/** Starts below `y`, else on a new page. `drawTop` draws each new page's head and returns its lower edge. */
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

/** Between parts. */
export const gap = 12

/** Starts a new page unless the part and `after` points fit. */
export function place(flow: Flow, part: Part, after = 0): void {
  if (flow.y + part.height + after > flow.bottom) flow.newPage()
  part.draw(flow.y)
  flow.y += part.height + gap
}

/** Returns the head's lower edge. */
export function drawPageHead(sheet: Sheet, text: string): number {
  const head = setText(sheet.fonts, text, styles.softBody, contentWidth, 2)
  textPart(sheet, 'P', head).draw(page.top)
  return page.top + head.height + 14
}
