import { type Part, styles, textPart } from './parts.ts'
import { contentWidth, page, type Sheet } from './sheet.ts'
import { setText } from './typeset.ts'

/** Where the next thing goes on a document of many pages. */
export type Flow = { sheet: Sheet; y: number; bottom: number; newPage(): void }

/** Begins pages that things are placed on one under the other; `drawTop` draws a page's head and says where it ends. */
export function openFlow(sheet: Sheet, drawTop: () => number): Flow {
  const flow: Flow = flowFrom(sheet, 0, drawTop)
  flow.newPage()
  return flow
}

/** Goes on below `y` on the page that is there. */
export function flowFrom(sheet: Sheet, y: number, drawTop: () => number): Flow {
  const flow: Flow = {
    sheet,
    y,
    bottom: page.height - page.bottom - 6,
    newPage() {
      sheet.pdf.addPage()
      flow.y = drawTop()
    },
  }
  return flow
}

const gap = 12

/** Puts a part on the page, or on the next one if it and `after` more points would not fit. */
export function place(flow: Flow, part: Part, after = 0): void {
  if (flow.y + part.height + after > flow.bottom) flow.newPage()
  part.draw(flow.y)
  flow.y += part.height + gap
}

/** The line at the top of every page but the first; gives where it ends. */
export function drawPageHead(sheet: Sheet, text: string): number {
  const head = setText(sheet.fonts, text, styles.softBody, contentWidth, 2)
  textPart(sheet, 'P', head).draw(page.top)
  return page.top + head.height + 14
}
