import type { Wording } from '#server/infra/texts/texts.ts'
import { purposes } from '#shared/rules/claim.ts'
import type { CertificateData, CertifiedProject, Correction } from './certificate-data.ts'
import { projectsBeside, projectsPart } from './certificate-projects.ts'
import { drawGround, drawRegistry, drawStamp } from './frame.ts'
import {
  type Cut,
  columnsOf,
  factGrid,
  gridColumns,
  headingPart,
  type Part,
  present,
  stack,
  styles,
  textOf,
  textPart,
} from './parts.ts'
import { drawProof, proofHeight } from './proof.ts'
import { addText, addTexts, baselineShare, contentWidth, ink, page, type Sheet } from './sheet.ts'
import { type Paragraph, type Style, setText, widthOfText } from './typeset.ts'
import { inWords } from './words.ts'

/** What the first page has no room for. */
export type Rest = { cuts: Cut[]; projects: readonly CertifiedProject[]; hasRanges: boolean }

/**
 * Font sizes (of `beneficiary` the first that fits), line limits, whether projects have their facts, and the most
 * projects by name and ranges.
 */
type Density = {
  title: number
  figure: number
  beneficiary: number[]
  factLines: number
  textLines: number
  hasFacts: boolean
  named: number
  ranges: number
}
const roomy = { hasFacts: true, named: 3, ranges: 6 }
/** Takes the first that leaves nothing for an annex, else the first that fits, else the last. */
const densities: Density[] = [
  { ...roomy, title: 29, figure: 40, beneficiary: [25, 21, 17], factLines: 3, textLines: 8 },
  { ...roomy, title: 25, figure: 34, beneficiary: [21, 17, 14], factLines: 3, textLines: 8 },
  { ...roomy, title: 24, figure: 30, beneficiary: [17, 14, 11], factLines: 6, textLines: 8 },
  { title: 25, figure: 34, beneficiary: [21, 17, 14], factLines: 2, textLines: 3, hasFacts: true, named: 4, ranges: 6 },
  { title: 24, figure: 30, beneficiary: [17, 14, 11], factLines: 2, textLines: 2, hasFacts: true, named: 2, ranges: 6 },
  { title: 24, figure: 30, beneficiary: [14, 11], factLines: 2, textLines: 2, hasFacts: false, named: 3, ranges: 6 },
  { title: 24, figure: 30, beneficiary: [11], factLines: 2, textLines: 1, hasFacts: false, named: 1, ranges: 3 },
]

const sectionGap = 9
const maxSpread = 34

/** Returns the rest for the annex. */
export function drawFirstPage(sheet: Sheet, wording: Wording, data: CertificateData): Rest {
  drawGround(sheet, data.registry, data.verifyCode)
  const top = drawRegistry(sheet, data.registry, contentWidth - 190)
  drawStamp(sheet, wording)

  const from = Math.max(top + 16, 100)
  const room = page.height - page.bottom - proofHeight - 16 - from
  const { parts, rest } = composeWithin(room, sheet, wording, data)
  const spread = Math.min(maxSpread, Math.max(0, room - heightOf(parts)) / parts.length)
  stack(parts, sectionGap + spread).draw(from)
  drawProof(sheet, wording, data)
  return rest
}

function composeWithin(room: number, sheet: Sheet, wording: Wording, data: CertificateData) {
  let first: Composed | undefined
  let last: Composed | undefined
  for (const density of densities) {
    const composed = compose(sheet, wording, data, density)
    last = composed
    if (heightOf(composed.parts) > room) continue
    first ??= composed
    if (isWhole(composed.rest)) return composed
  }
  return first ?? last!
}

type Composed = ReturnType<typeof compose>

function isWhole({ cuts, projects, hasRanges }: Rest): boolean {
  return cuts.length + projects.length === 0 && !hasRanges
}

function heightOf(parts: readonly Part[]): number {
  return stack(parts, sectionGap).height
}

function compose(sheet: Sheet, wording: Wording, data: CertificateData, density: Density) {
  const { projects, rangeCount } = data
  const mostFull = projects.length > projectsBeside ? 1 : projectsBeside
  const full = projects.slice(0, density.hasFacts ? mostFull : 0)
  const named = projects.slice(full.length, full.length + density.named)
  const words = [
    titlePart(sheet, wording, data, density),
    beneficiaryPart(sheet, wording, data, density),
    quantityPart(sheet, wording, data, density),
    purposePart(sheet, wording, data, density),
  ]
  const ofProjects =
    projects.length > 0 ? [projectsPart(sheet, wording, projects.length, full, named, density.factLines)] : []
  const parts = [...words, ...ofProjects, rangesPart(sheet, wording, data, density.ranges)]
  const cuts = words.flatMap(({ cut }) => cut)
  // An annex has a project's facts beside shortened texts: one text alone would leave its page empty.
  const isCut = cuts.length > 0 || ofProjects.some(({ cut }) => cut.length > 0)
  const rest: Rest = {
    cuts,
    projects: isCut ? projects : projects.slice(full.length),
    hasRanges: rangeCount > density.ranges,
  }
  return { parts, rest }
}

function titlePart(sheet: Sheet, { t }: Wording, data: CertificateData, density: Density): Part {
  const { number, version } = data
  return stack(
    [
      textOf(sheet, 'H1', t('certificate.title'), { ...styles.title, size: density.title }, 1),
      textOf(sheet, 'P', t('certificate.number', { number, version }), styles.softBody, 1),
    ],
    3,
  )
}

function beneficiaryPart(sheet: Sheet, wording: Wording, data: CertificateData, density: Density): Part {
  const { t, country } = wording
  const { beneficiary } = data
  const isNamed = beneficiary.kind !== 'anonymous' && beneficiary.name.trim() !== ''
  const name = isNamed ? beneficiary.name : t('certificate.anonymous')
  const about = [
    isNamed && t(`certificate.kind.${beneficiary.kind}`),
    beneficiary.country && country(beneficiary.country),
  ]
  const by = beneficiary.name === data.retiredBy ? null : `${t('certificate.retiredBy')} ${data.retiredBy}`
  const paragraph = largestFitting(sheet, name, { ...styles.title, leading: 1.2 }, density.beneficiary, 2)
  const lines = [about.filter(Boolean).join(' · '), by].filter((line) => line !== null && line !== '')
  const below = setText(sheet.fonts, lines.join('\n'), styles.softBody, contentWidth, 3)
  const part = stack(
    [
      textOf(sheet, 'P', t('certificate.beneficiary'), styles.label, 1),
      textPart(sheet, 'P', paragraph),
      ...(lines.length > 0 ? [textPart(sheet, 'P', below)] : []),
    ],
    2,
  )
  return {
    ...part,
    cut: [
      ...(paragraph.isCut ? [{ label: t('certificate.beneficiary'), text: name }] : []),
      ...(below.isCut && by ? [{ label: t('certificate.retiredBy'), text: data.retiredBy }] : []),
    ],
  }
}

/** The largest size that fits, else the smallest, cut. */
function largestFitting(sheet: Sheet, text: string, style: Style, sizes: readonly number[], lines: number): Paragraph {
  for (const size of sizes) {
    const paragraph = setText(sheet.fonts, text, { ...style, size }, contentWidth, lines)
    if (!paragraph.isCut) return paragraph
  }
  return setText(sheet.fonts, text, { ...style, size: sizes.at(-1) ?? style.size }, contentWidth, 4)
}

function quantityPart(sheet: Sheet, wording: Wording, data: CertificateData, { figure: figureSize }: Density): Part {
  const { t, figures, language } = wording
  const { quantity, unitName } = data
  const figureStyle: Style = { face: 'serifBold', size: figureSize, color: ink.text, leading: 1.1 }
  const figure = setText(sheet.fonts, figures(quantity), figureStyle, contentWidth, 1)
  const unitWidth = contentWidth - widthOfText(figure) - 10
  const unitText = quantity === 1 ? unitName.singular : unitName.plural
  const unit = setText(sheet.fonts, unitText, { ...styles.title, size: figureSize * 0.43 }, unitWidth, 2)
  const spelled = inWords(quantity, language)
  const capitalised = spelled.charAt(0).toUpperCase() + spelled.slice(1)
  const inLetters = setText(sheet.fonts, capitalised, styles.body, contentWidth, 3)
  const promise = setText(sheet.fonts, t('certificate.promise', { count: quantity }), styles.softBody, contentWidth, 2)
  // Shared baseline; a name of two lines begins there.
  const below = (figure.lineHeight - unit.lineHeight) / 2 + (figureSize - unit.style.size) * baselineShare
  const textHeight = Math.max(figure.height, below + unit.height)
  return {
    height: textHeight + inLetters.height + promise.height + 2,
    cut: unit.isCut ? [{ label: t('certificate.quantity'), text: unitName.plural }] : [],
    draw(y) {
      addTexts(sheet, [
        { paragraph: figure, x: page.side, y },
        { paragraph: unit, x: page.side + widthOfText(figure) + 10, y: y + below },
      ])
      addText(sheet, 'P', inLetters, page.side, y + textHeight)
      addText(sheet, 'P', promise, page.side, y + textHeight + inLetters.height + 2)
    },
  }
}

function purposePart(sheet: Sheet, wording: Wording, data: CertificateData, { factLines, textLines }: Density): Part {
  const { t, country, period, day, clock } = wording
  const { correction, reissue } = data
  const purpose = purposes.find((each) => each === data.purpose)
  const label = purpose ? t(`certificate.purposes.${purpose}`) : data.purpose
  const short = [
    { label: t('certificate.purpose'), value: label },
    { label: t('certificate.period'), value: data.period && period(data.period) },
    {
      label: t('certificate.countryOfConsumption'),
      value: data.countryOfConsumption && country(data.countryOfConsumption),
    },
    { label: t('certificate.claimedAt'), value: `${day(data.claimedAt)}\n${clock(data.claimedAt)}` },
  ]
  const long = present([
    { label: t('certificate.purposeDetail'), value: data.purposeDetail },
    { label: t('certificate.note'), value: data.note },
    { label: t('certificate.correction'), value: correction && correctionIn(wording, correction) },
    {
      label: t('certificate.reissue'),
      value: reissue && t('certificate.reissued', { day: day(reissue.at), reason: reissue.reason }),
    },
  ])
  const brief = long.filter((fact) => isBrief(sheet, fact))
  return stack(
    [
      factGrid(sheet, short, gridColumns, factLines),
      ...(brief.length > 0 ? [factGrid(sheet, brief, 2, textLines)] : []),
      ...long.filter((fact) => !brief.includes(fact)).map((fact) => factGrid(sheet, [fact], 1, textLines)),
    ],
    8,
  )
}

/** Whether the text is a line of half the width. */
function isBrief(sheet: Sheet, { value }: { value: string }): boolean {
  return setText(sheet.fonts, value, styles.value, columnsOf(2).width).lines.length === 1
}

function correctionIn({ t, day }: Wording, { words, byRegistry, reason, at }: Correction): string {
  const corrected = words.map((word) => t(`certificate.correctedWord.${word}`)).join(', ')
  const sentence = t(byRegistry ? 'certificate.correctedByRegistry' : 'certificate.corrected', {
    day: day(at),
    corrected,
  })
  return reason === null ? sentence : `${sentence} ${t('certificate.correctionReason', { reason })}`
}

function rangesPart(sheet: Sheet, { t, figures }: Wording, data: CertificateData, most: number): Part {
  const heading = headingPart(sheet, t('certificate.serials'))
  if (data.rangeCount > most) {
    const text = t('certificate.rangesInAnnex', { figures: figures(data.rangeCount) })
    return stack([heading, textOf(sheet, 'P', text, styles.value, 2)], 5)
  }
  const rows = data.ranges.map((range) => rangeRow(sheet, range.serial, figures(range.quantity)))
  return stack([heading, ...rows], 2)
}

function rangeRow(sheet: Sheet, serial: string, quantity: string): Part {
  const left = setText(sheet.fonts, serial, styles.value, contentWidth - 130, 3)
  const right = setText(sheet.fonts, quantity, styles.value, 120, 1)
  return {
    height: left.height,
    cut: [],
    draw(y) {
      addTexts(sheet, [
        { paragraph: left, x: page.side, y },
        { paragraph: right, x: page.width - page.side, y, align: 'right' },
      ])
    },
  }
}
