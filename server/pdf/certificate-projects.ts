import type { Wording } from '#server/infra/texts/texts.ts'
import type { CertifiedProject } from './certificate-data.ts'
import { factGrid, headingPart, type Part, stack, styles, textOf, textPart } from './parts.ts'
import { contentWidth, type Sheet } from './sheet.ts'
import { setText } from './typeset.ts'

/** Some projects in full, some by name, and the number in the annex. */
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
  const line = ({ id, vintage }: CertifiedProject) => [id, vintage].filter(Boolean).join(' · ')
  return stack(
    [
      heading,
      ...full.map((project) => projectPart(sheet, wording, project, factLines)),
      ...named.map((project) =>
        stack(
          [{ ...namePart(sheet, wording, project, 1), cut: [] }, textOf(sheet, 'P', line(project), styles.small, 1)],
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

/** Three columns; at most `lines` lines per fact. */
export function projectPart(sheet: Sheet, wording: Wording, project: CertifiedProject, lines: number): Part {
  const { t, country, period, day } = wording
  const methodology = [project.methodology, project.methodology && project.version].filter(Boolean).join(' · ')
  const verified = [project.verifier, project.verifiedAt && day(project.verifiedAt)].filter(Boolean).join('\n')
  const facts = [
    { label: t('certificate.projectId'), value: project.id },
    { label: t('certificate.country'), value: project.country && country(project.country) },
    { label: t('certificate.type'), value: project.type },
    { label: t('certificate.proponent'), value: project.proponent },
    { label: t('certificate.methodology'), value: methodology },
    { label: t('certificate.standard'), value: project.standard },
    { label: t('certificate.vintage'), value: project.vintage },
    { label: t('certificate.monitoringPeriod'), value: project.monitoringPeriod && period(project.monitoringPeriod) },
    { label: t('certificate.verifiedBy'), value: verified },
    {
      label: t('certificate.statusWhenClaimed'),
      value: project.stoppedAs && t(`certificate.stopped.${project.stoppedAs}`),
    },
  ]
  return stack([namePart(sheet, wording, project, lines), factGrid(sheet, facts, 3, lines)], 5)
}
