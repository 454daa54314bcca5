import { type Stage, stages } from '#shared/rules/lifecycle/project.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Stepper } from '#web/ui/stepper.tsx'

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
