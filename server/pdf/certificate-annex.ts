import type { Wording } from '#server/infra/texts/texts.ts'
import type { CertificateData } from './certificate-data.ts'
import type { Rest } from './certificate-page.ts'
import { projectPart } from './certificate-projects.ts'
import { drawPageHead, type Flow, gap, openFlow, place } from './flow.ts'
import { factGrid, headingPart, styles, textOf } from './parts.ts'
import { contentWidth, type Sheet } from './sheet.ts'
import { flowTable } from './table.ts'
import { setText } from './typeset.ts'

/** Draws shortened texts in full, further projects and all serial ranges, on as many pages as needed, or none. */
export async function drawAnnex(sheet: Sheet, wording: Wording, data: CertificateData, rest: Rest): Promise<void> {
  const { t } = wording
  const { cuts, projects, hasRanges } = rest
  const ranges = hasRanges ? data.ranges : []
  if (cuts.length + projects.length + ranges.length === 0) return
  const flow = openFlow(sheet, () => {
    return drawPageHead(sheet, t('certificate.annexOf', { number: data.number, version: data.version }))
  })
  if (cuts.length > 0) {
    place(flow, headingPart(sheet, t('certificate.inFull')), 60)
    for (const cut of cuts) placeText(flow, cut.label, cut.text)
  }
  if (projects.length > 0) {
    place(flow, headingPart(sheet, t('certificate.project', { count: projects.length })), 120)
    const parts = projects.map((project) => projectPart(sheet, wording, project, annexLines))
    // The last page has two at least.
    for (const [at, part] of parts.entries())
      place(flow, part, at === parts.length - 2 ? (parts.at(-1)?.height ?? 0) + gap : 0)
  }
  if (ranges.length > 0) await drawRanges(flow, wording, data)
}

async function drawRanges(flow: Flow, { t, figures }: Wording, data: CertificateData): Promise<void> {
  const { ranges, rangeCount } = data
  const isWhole = rangeCount === ranges.length
  place(flow, headingPart(flow.sheet, t('certificate.serials')), 60)
  if (!isWhole) {
    const text = t('certificate.rangesListed', { shown: figures(ranges.length), figures: figures(rangeCount) })
    place(flow, textOf(flow.sheet, 'P', text, styles.value))
  }
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
  await flowTable(flow, columns, rows, isWhole ? total : undefined)
}

/** Far more than forms accept. */
const annexLines = 40
const linesAtOnce = 24

/** Splits long text to fit pages. */
function placeText(flow: Flow, label: string, text: string): void {
  const { lines } = setText(flow.sheet.fonts, text, styles.value, contentWidth)
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const piece = lines.slice(from, from + linesAtOnce).map((line) => line.text)
    place(flow, factGrid(flow.sheet, [{ label: from === 0 ? label : '', value: piece.join('\n') }], 1, linesAtOnce + 1))
  }
}
