import { type Wording, wordingIn } from '#server/infra/texts/texts.ts'
import type { Language } from '#shared/rules/languages.ts'
import { drawPageHead, type Flow, openFlow, place } from './flow.ts'
import { loadFonts, textsOf } from './fonts.ts'
import { drawFooters, drawGround, drawRegistry } from './frame.ts'
import { columnsOf, factGrid, headingPart, type Part, stack, styles, textOf } from './parts.ts'
import { addTexts, closeSheet, contentWidth, openSheet, page, type Sheet } from './sheet.ts'
import type { StatementData, Sums } from './statement-data.ts'
import { flowTable } from './table.ts'
import { setText } from './typeset.ts'

/** See `renderStatement`. */
export async function writeStatement(data: StatementData, language: Language): Promise<Buffer> {
  const wording = wordingIn(language)
  const { t } = wording
  const sheet = openSheet(await loadFonts(textsOf(data)), {
    title: t('certificate.statement.title'),
    language,
    createdAt: new Date(data.asOf),
  })
  const footer = t('certificate.statement.footer', { account: data.account.name })
  drawGround(sheet, data.registry, data.verifyCode)
  const top = drawRegistry(sheet, data.registry, contentWidth)
  const flow = openFlow(sheet, () => drawPageHead(sheet, footer), Math.max(top + 16, 100))
  for (const part of openingOf(sheet, wording, data)) place(flow, part)
  await drawYears(flow, wording, data)
  await drawProjects(flow, wording, data)
  drawClaims(flow, wording, data)
  drawFooters(sheet, wording, `${data.registry.name} · ${footer} · ${data.verifyCode}`)
  return closeSheet(sheet)
}

function openingOf(sheet: Sheet, wording: Wording, data: StatementData): Part[] {
  const { t, day, clock, country, figures } = wording
  const { account, asOf, ledgerSequence, unitName } = data
  const summary = t('certificate.statement.summary', { unit: unitName.plural })
  const facts = [
    {
      label: t('certificate.statement.account'),
      value: [t(`accounts.kind.${account.type}`), account.country && country(account.country)]
        .filter(Boolean)
        .join('\n'),
    },
    { label: t('certificate.statement.memberSince'), value: day(account.memberSince) },
    { label: t('certificate.statement.asOf'), value: `${day(asOf)}\n${clock(asOf)}` },
    { label: t('certificate.statement.ledger'), value: ledgerSequence === null ? '–' : figures(ledgerSequence) },
    { label: t('certificate.statement.projects'), value: figures(data.projectCount) },
    { label: t('certificate.verifyCode'), value: data.verifyCode },
  ]
  return [
    textOf(sheet, 'H1', t('certificate.statement.title'), styles.title, 1),
    textOf(sheet, 'P', account.name, { ...styles.title, size: 20, leading: 1.2 }, 3),
    factGrid(sheet, facts, 3, 3),
    textOf(sheet, 'P', summary, styles.softBody),
    totalsPart(sheet, wording, data),
  ]
}

const movements = ['minted', 'received', 'transferred', 'claimed', 'cancelled'] as const
const sums = [...movements, 'held'] as const

function totalsPart(sheet: Sheet, { t, figures }: Wording, { totals }: StatementData): Part {
  const columns = 3
  const { width, step } = columnsOf(columns)
  const cells = sums.map((sum) => ({
    figure: setText(sheet.fonts, figures(totals[sum]), { ...styles.title, face: 'serifBold', size: 22 }, width, 1),
    label: setText(sheet.fonts, t(`certificate.statement.${sum}`), styles.label, width, 1),
  }))
  const rowHeight = 42
  return {
    height: 2 * rowHeight,
    cut: [],
    draw(y) {
      for (const [index, { figure, label }] of cells.entries()) {
        const x = page.side + (index % columns) * step
        const top = y + Math.floor(index / columns) * rowHeight
        addTexts(sheet, [
          { paragraph: label, x, y: top },
          { paragraph: figure, x, y: top + label.height },
        ])
      }
    },
  }
}

function sumCells({ figures }: Wording, moved: Sums): string[] {
  return movements.map((movement) => figures(moved[movement]))
}

async function drawYears(flow: Flow, wording: Wording, { byYear, totals }: StatementData): Promise<void> {
  const { t } = wording
  place(flow, headingPart(flow.sheet, t('certificate.statement.byYear')), 60)
  if (byYear.length === 0) {
    return place(flow, textOf(flow.sheet, 'P', t('certificate.statement.noActivity'), styles.body))
  }
  const columns = [
    { head: t('certificate.statement.year'), share: 1.4 },
    ...movements.map((movement) => ({ head: t(`certificate.statement.${movement}`), share: 1.5, isFigure: true })),
  ]
  const rows = byYear.map(({ year, ...moved }) => [String(year), ...sumCells(wording, moved)])
  await flowTable(flow, columns, rows, [t('certificate.statement.total'), ...sumCells(wording, totals)])
  flow.y += 18
}

async function drawProjects(
  flow: Flow,
  wording: Wording,
  { byProject, projectCount, totals }: StatementData,
): Promise<void> {
  const { t, figures } = wording
  if (byProject.length === 0) return
  place(flow, headingPart(flow.sheet, t('certificate.statement.byProject')), 60)
  if (projectCount > byProject.length) {
    const shown = t('certificate.statement.largest', { shown: figures(byProject.length), all: figures(projectCount) })
    place(flow, textOf(flow.sheet, 'P', shown, styles.softBody))
  }
  const columns = [
    { head: t('certificate.statement.project'), share: 4 },
    ...sums.map((sum) => ({ head: t(`certificate.statement.${sum}`), share: 1.7, isFigure: true })),
  ]
  const rows = byProject.map(({ name, held, ...moved }) => [name, ...sumCells(wording, moved), figures(held)])
  const total = [t('certificate.statement.total'), ...sumCells(wording, totals), figures(totals.held)]
  await flowTable(flow, columns, rows, total)
  flow.y += 18
}

const claimsAtOnce = 120

function drawClaims(flow: Flow, { t, figures }: Wording, { claimNumbers, claimCount }: StatementData): void {
  if (claimNumbers.length === 0) return
  const { sheet } = flow
  const isCut = claimCount > claimNumbers.length
  const shown = t('certificate.statement.newest', { shown: figures(claimNumbers.length), all: figures(claimCount) })
  const heading = stack(
    [
      headingPart(sheet, `${t('certificate.statement.claims')} · ${figures(claimCount)}`),
      ...(isCut ? [textOf(sheet, 'P', shown, styles.softBody)] : []),
    ],
    6,
  )
  for (let from = 0; from < claimNumbers.length; from += claimsAtOnce) {
    const numbers = claimNumbers.slice(from, from + claimsAtOnce).join(', ')
    const text = textOf(sheet, 'P', numbers, styles.value)
    place(flow, from === 0 ? stack([heading, text], 6) : text)
  }
}
