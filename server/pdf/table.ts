import type { Flow } from './flow.ts'
import { styles } from './parts.ts'
import { addText, contentWidth, decorate, ink, page, type Sheet, type Structure } from './sheet.ts'
import { type Paragraph, type Style, setText } from './typeset.ts'

/** Figures align right. */
export type Column = { head: string; share: number; isFigure?: boolean }

const padding = 3
const columnGap = 12
const cellStyle: Style = { ...styles.value, size: 7.8 }
const maxLines = 3
/** Stay on one page: a page never has the last rows alone. */
const lastRows = 8
/** Then other work may run. */
const rowsAtOnce = 20

/** Repeats the head on each page; `total` is a bold last row. */
export async function flowTable(
  flow: Flow,
  columns: readonly Column[],
  rows: Iterable<readonly string[]>,
  total?: readonly string[],
): Promise<void> {
  const { sheet } = flow
  const table = sheet.pdf.struct('Table')
  sheet.root.add(table)
  const places = placesOf(columns)
  const head = columns.map(({ head }, index) => setText(sheet.fonts, head, styles.label, places[index]?.width ?? 0, 2))
  const addRow = (tag: 'TH' | 'TD', cells: readonly Paragraph[]) => {
    const height = heightOf(cells)
    if (tag === 'TD' && flow.y + height > flow.bottom) {
      flow.newPage()
      addRow('TH', head)
    }
    drawRow(sheet, table, tag, places, cells, flow.y, height)
    flow.y += height
  }
  const set = (row: readonly string[], style: Style) =>
    places.map(({ width }, index) => setText(sheet.fonts, row[index] ?? '', style, width, maxLines))

  if (flow.y + 40 > flow.bottom) flow.newPage()
  addRow('TH', head)
  const waiting: Paragraph[][] = []
  let count = 0
  for (const row of rows) {
    waiting.push(set(row, cellStyle))
    if (waiting.length > lastRows) addRow('TD', waiting.shift() ?? [])
    if (++count % rowsAtOnce === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  if (total) waiting.push(set(total, { ...cellStyle, face: 'sansBold' }))
  const height = waiting.reduce((sum, cells) => sum + heightOf(cells), 0)
  if (count > lastRows && flow.y + height > flow.bottom) {
    flow.newPage()
    addRow('TH', head)
  }
  for (const cells of waiting) addRow('TD', cells)
  table.end()
}

const heightOf = (cells: readonly Paragraph[]) => Math.max(...cells.map((cell) => cell.height)) + 2 * padding

type Place = { x: number; width: number; isFigure: boolean }

function placesOf(columns: readonly Column[]): Place[] {
  const shares = columns.reduce((sum, column) => sum + column.share, 0)
  const room = contentWidth - columnGap * (columns.length - 1)
  let x: number = page.side
  return columns.map(({ share, isFigure = false }) => {
    const width = (room * share) / shares
    const place = { x, width, isFigure }
    x += width + columnGap
    return place
  })
}

function drawRow(
  sheet: Sheet,
  table: Structure,
  tag: 'TH' | 'TD',
  places: readonly Place[],
  cells: readonly Paragraph[],
  y: number,
  height: number,
): void {
  const row = sheet.pdf.struct('TR')
  table.add(row)
  for (const [index, cell] of cells.entries()) {
    const { x, width, isFigure } = places[index] ?? { x: 0, width: 0, isFigure: false }
    const at = { x: isFigure ? x + width : x, align: isFigure ? ('right' as const) : ('left' as const) }
    addText(sheet, tag, cell, at.x, y + padding, { into: row, align: at.align })
  }
  row.end()
  decorate(sheet, (pdf) =>
    pdf
      .moveTo(page.side, y + height)
      .lineTo(page.width - page.side, y + height)
      .lineWidth(tag === 'TH' ? 0.8 : 0.35)
      .stroke(tag === 'TH' ? ink.soft : ink.rule),
  )
}
