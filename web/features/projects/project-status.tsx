import { useTranslation } from 'react-i18next'
import type { ProjectStatus, Stage } from '#shared/rules/lifecycle.ts'
import { stages } from '#shared/rules/lifecycle.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Stepper } from '#web/ui/stepper.tsx'

const tones: Record<ProjectStatus, Tone> = {
  draft: 'neutral',
  pending: 'waiting',
  approved: 'good',
  active: 'good',
  rejected: 'bad',
  suspended: 'warn',
  withdrawn: 'neutral',
}

/** A project's status in a word. */
export function ProjectStatusBadge({ status }: { status: ProjectStatus }) {
  const { t } = useTranslation()
  return <Badge tone={tones[status]}>{t(`projects.status.${status}`)}</Badge>
}

/** Where a project stands between registration and completion. */
export function StageTracker({ stage }: { stage: Stage }) {
  const { t } = useTranslation()
  const now = stages.indexOf(stage)
  return (
    <Stepper
      label={t('projects.stages')}
      steps={stages.map((id, index) => ({
        id,
        label: t(`projects.stage.${id}`),
        state: index < now || stage === 'completed' ? 'done' : index === now ? 'now' : 'ahead',
      }))}
    />
  )
}
