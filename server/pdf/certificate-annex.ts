import type { Wording } from '#server/infra/texts/texts.ts'
import type { CertificateData } from './certificate-data.ts'
import { type Rest, rangesOnFirstPage } from './certificate-page.ts'
import { projectPart } from './certificate-projects.ts'
import { drawPageHead, type Flow, openFlow, place } from './flow.ts'
import { drawWatermark } from './frame.ts'
import { factGrid, headingPart, styles, textPart } from './parts.ts'
import { contentWidth, type Sheet } from './sheet.ts'
import { flowTable } from './table.ts'
import { setText } from './typeset.ts'

/** What follows the first page. */
export type Annex = Rest & { ranges: CertificateData['ranges'] }

export function annexOf(data: CertificateData, rest: Rest): Annex {
  return { ...rest, ranges: data.rangeCount > rangesOnFirstPage ? data.ranges : [] }
}

export function needsAnnex({ cuts, projects, ranges }: Annex): boolean {
  return cuts.length + projects.length + ranges.length > 0
}

/** Draws the annex on as many pages as it needs: shortened texts in full, further projects, all serial ranges. */
export async function drawAnnex(sheet: Sheet, wording: Wording, data: CertificateData, annex: Annex): Promise<void> {
  const { t, figures } = wording
  const flow = openFlow(sheet, () => {
    drawWatermark(sheet, wording, data.status)
    return drawPageHead(sheet, t('certificate.annexOf', { number: data.number, version: data.version }))
  })
  if (annex.cuts.length > 0) {
    place(flow, headingPart(sheet, t('certificate.inFull')), 60)
    for (const cut of annex.cuts) placeText(flow, cut.label, cut.text)
  }
  if (annex.projects.length > 0) {
    place(flow, headingPart(sheet, t('certificate.project', { count: annex.projects.length })), 120)
    for (const project of annex.projects) place(flow, projectPart(sheet, wording, project, annexLines))
  }
  if (annex.ranges.length === 0) return
  place(flow, headingPart(sheet, t('certificate.serials')), 60)
  if (data.rangeCount > annex.ranges.length) {
    const shown = figures(annex.ranges.length)
    const text = t('certificate.rangesListed', { shown, figures: figures(data.rangeCount) })
    place(flow, textPart(sheet, 'P', setText(sheet.fonts, text, styles.value, contentWidth)))
  }
  await drawRanges(flow, wording, data, annex)
}

async function drawRanges(
  flow: Flow,
  { t, figures }: Wording,
  data: CertificateData,
  { ranges }: Annex,
): Promise<void> {
  const isOneProject = new Set(ranges.map((range) => range.project)).size === 1
  const columns = [
    { head: '', share: 0.6, isFigure: true },
    { head: t('certificate.serials'), share: 5 },
    ...(isOneProject ? [] : [{ head: t('certificate.project', { count: 1 }), share: 4 }]),
    { head: t('certificate.quantity'), share: 1.4, isFigure: true },
  ]
  const rows = ranges.map(({ serial, project, quantity }, index) => [
    figures(index + 1),
    serial,
    ...(isOneProject ? [] : [project]),
    figures(quantity),
  ])
  const total = [...columns.slice(1).map(() => ''), figures(data.quantity)]
  const isWhole = data.rangeCount === ranges.length
  await flowTable(flow, columns, rows, isWhole ? total : undefined)
}

/** Of one thing said of a project; far beyond what a form accepts. */
const annexLines = 40
const linesAtOnce = 24

/** A text of any length, in pieces that fit on a page. */
function placeText(flow: Flow, label: string, text: string): void {
  const { lines } = setText(flow.sheet.fonts, text, styles.value, contentWidth)
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const piece = lines.slice(from, from + linesAtOnce).map((line) => line.text)
    place(flow, factGrid(flow.sheet, [{ label: from === 0 ? label : '', value: piece.join('\n') }], 1, linesAtOnce + 1))
  }
}
