import type { Wording } from '#server/infra/texts/texts.ts'
import type { CertifiedProject } from './certificate-data.ts'
import {
  columnGap,
  columnsOf,
  drawRule,
  type Fact,
  factGrid,
  gridColumns,
  headingPart,
  type Part,
  stack,
  styles,
  textOf,
  textPart,
} from './parts.ts'
import { addText, contentWidth, page, type Sheet } from './sheet.ts'
import { type Paragraph, setText } from './typeset.ts'

/** More do not fit beside each other. */
export const projectsBeside = 3

/** One project in full, two or three beside each other, or the first of many; some by name; the number in the annex. */
export function projectsPart(
  sheet: Sheet,
  wording: Wording,
  count: number,
  full: readonly CertifiedProject[],
  named: readonly CertifiedProject[],
  factLines: number,
): Part {
  const { t } = wording
  const rest = count - full.length - named.length
  const heading = headingPart(sheet, t('certificate.project', { count }))
  const line = ({ id, vintage }: CertifiedProject) =>
    [`${t('certificate.projectId')} ${id}`, vintage && `${t('certificate.vintage')} ${vintage}`]
      .filter(Boolean)
      .join(' · ')
  return stack(
    [
      heading,
      ...(full.length > 1
        ? [projectTable(sheet, wording, full, factLines)]
        : full.map((project) => projectPart(sheet, wording, project, factLines))),
      ...named.map((project) =>
        stack(
          [{ ...namePart(sheet, wording, project, 2), cut: [] }, textOf(sheet, 'P', line(project), styles.small, 1)],
          1,
        ),
      ),
      ...(rest > 0 ? [textOf(sheet, 'P', t('certificate.projectsInAnnex', { count: rest }), styles.small, 1)] : []),
    ],
    7,
  )
}

function namePart(sheet: Sheet, { t }: Wording, { name, url }: CertifiedProject, lines: number): Part {
  const paragraph = setText(sheet.fonts, name, styles.strong, contentWidth, lines)
  const cut = paragraph.isCut ? [{ label: t('certificate.project', { count: 1 }), text: name }] : []
  return { ...textPart(sheet, 'H3', paragraph, url), cut }
}

/** At most `lines` lines per fact. */
export function projectPart(sheet: Sheet, wording: Wording, project: CertifiedProject, lines: number): Part {
  const facts = factsOf(wording, project)
  return stack([namePart(sheet, wording, project, lines), factGrid(sheet, facts, gridColumns, lines)], 5)
}

/** Facts without value too: grids leave them out, a table has a row for each. */
function factsOf({ t, country, period, day }: Wording, project: CertifiedProject): Fact[] {
  const methodology = [project.methodology, project.methodology && project.version]
    .filter(Boolean)
    .join('\u00a0·\u00a0')
  const verified = [project.verifier, project.verifiedAt && day(project.verifiedAt)].filter(Boolean).join('\n')
  return [
    { label: t('certificate.projectId'), value: project.id },
    { label: t('certificate.country'), value: project.country && country(project.country) },
    { label: t('certificate.type'), value: project.type },
    { label: t('certificate.vintage'), value: project.vintage },
    { label: t('certificate.methodology'), value: methodology },
    { label: t('certificate.standard'), value: project.standard },
    { label: t('certificate.monitoringPeriod'), value: project.monitoringPeriod && period(project.monitoringPeriod) },
    { label: t('certificate.verifiedBy'), value: verified },
    { label: t('certificate.proponent'), value: project.proponent },
    {
      label: t('certificate.statusWhenClaimed'),
      value: project.stoppedAs && t(`certificate.stopped.${project.stoppedAs}`),
    },
  ]
}

type Cell = { paragraph: Paragraph; x: number; tag: 'TH' | 'TD'; scope: 'Column' | 'Row'; link?: string | null }

const rowPadding = 2.5

/** A column for each project, a row for each fact that one of them has. */
function projectTable(sheet: Sheet, wording: Wording, projects: readonly CertifiedProject[], lines: number): Part {
  const { step } = columnsOf(gridColumns)
  const width = (contentWidth - step - columnGap * (projects.length - 1)) / projects.length
  const xOf = (column: number) => page.side + step + column * (width + columnGap)
  const names = projects.map(({ name, url }, column): Cell => {
    const paragraph = setText(sheet.fonts, name, styles.strong, width, lines + 1)
    return { paragraph, x: xOf(column), tag: 'TH', scope: 'Column', link: url }
  })
  const columns = projects.map((project) => factsOf(wording, project))
  const rows = (columns[0] ?? []).flatMap(({ label }, at): Cell[][] => {
    const values = columns.map((facts) => facts[at]?.value?.trim() ?? '')
    if (values.every((value) => value === '')) return []
    const head = setText(sheet.fonts, label, styles.label, step - columnGap, 2)
    const cells = values.map((value, column): Cell => {
      const paragraph = setText(sheet.fonts, value || '–', styles.value, width, lines)
      return { paragraph, x: xOf(column), tag: 'TD', scope: 'Column' }
    })
    return [[{ paragraph: head, x: page.side, tag: 'TH', scope: 'Row' }, ...cells]]
  })
  const empty = setText(sheet.fonts, '', styles.label, step, 1)
  const corner: Cell = { paragraph: empty, x: page.side, tag: 'TD', scope: 'Column' }
  const all = [[corner, ...names], ...rows].map((cells) => ({
    cells,
    height: Math.max(...cells.map(({ paragraph }) => paragraph.height)) + 2 * rowPadding,
  }))
  const isCut = all.some(({ cells }) => cells.some(({ paragraph }) => paragraph.isCut))
  return {
    height: all.reduce((sum, { height }) => sum + height, 0),
    // The annex lists the projects then.
    cut: isCut ? [{ label: wording.t('certificate.project', { count: projects.length }), text: '' }] : [],
    draw(y) {
      const table = sheet.pdf.struct('Table')
      sheet.root.add(table)
      for (const [at, { cells, height }] of all.entries()) {
        const row = sheet.pdf.struct('TR')
        table.add(row)
        for (const { paragraph, x, tag, scope, link } of cells) {
          // Labels are smaller than values, on the same first baseline.
          const lower =
            scope === 'Row' ? (styles.value.size * styles.value.leading - paragraph.lineHeight) / 2 + 0.5 : 0
          addText(sheet, tag, paragraph, x, y + rowPadding + lower, { into: row, scope, link })
        }
        row.end()
        y += height
        if (at < all.length - 1) drawRule(sheet, y, 0.35)
      }
      table.end()
    },
  }
}
