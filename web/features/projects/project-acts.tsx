import { useState } from 'react'
import { decideProject, type Project } from '#shared/contract/projects.ts'
import { newMeasurementPath } from '#shared/rules/paths.ts'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { projectReads } from '#web/domain/reads.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

type StateAct = Exclude<Project['acts'][number], 'edit' | 'measure'>

/** Acts that need a reason, which the people concerned are told. */
const needsReason: readonly StateAct[] = ['reject', 'return', 'suspend', 'withdraw']
const isDanger: readonly StateAct[] = ['reject', 'suspend', 'withdraw']
const isForward: readonly StateAct[] = ['submit', 'approve', 'reopen', 'resume']

/** Buttons for the changes of state that the reader may make now; each asks for confirmation. */
export function ProjectActs({ project }: { project: Project }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<StateAct | null>(null)
  const decide = useAct(decideProject, { refresh: projectReads })
  const acts = project.acts.filter((act): act is StateAct => act !== 'edit' && act !== 'measure')
  const mayMeasure = project.acts.includes('measure')
  if (acts.length === 0 && !mayMeasure) return null
  return (
    <div className="flex flex-wrap gap-3">
      {mayMeasure && (
        <ButtonLink to={newMeasurementPath(project.projectId)} tone="primary">
          {t('projects.act.measure')}
        </ButtonLink>
      )}
      {acts.map((act) => (
        <Button
          key={act}
          tone={isForward.includes(act) ? 'primary' : isDanger.includes(act) ? 'danger' : 'plain'}
          onClick={() => setAsked(act)}
        >
          {t(`projects.act.${act}`)}
        </Button>
      ))}
      {asked && (
        <DecisionDialog
          title={t(`projects.act.${asked}`)}
          question={t(`projects.actQuestion.${asked}`)}
          asksReason={needsReason.includes(asked)}
          danger={isDanger.includes(asked)}
          failure={decide.failure}
          onClose={() => setAsked(null)}
          done={t(`projects.actDone.${asked}`)}
          onDecide={(reason) => decide.act({ params: { projectId: project.projectId }, body: { act: asked, reason } })}
        />
      )}
    </div>
  )
}
