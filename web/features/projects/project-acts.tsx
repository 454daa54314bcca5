import { useState } from 'react'
import { decideProject, type Project } from '#shared/contract/projects.ts'
import { needsReason } from '#shared/rules/lifecycle/machine.ts'
import { type ProjectDecision, projectDecisions, projectMachine } from '#shared/rules/lifecycle/project.ts'
import { newMeasurementPath } from '#shared/rules/paths.ts'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { OpenOverlaps } from '#web/domain/open-overlaps.tsx'
import { projectReads } from '#web/domain/reads.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { MissingFacts, missingIn } from './missing-facts.tsx'

const isDanger: readonly ProjectDecision[] = ['reject', 'suspend', 'withdraw']
const isForward: readonly ProjectDecision[] = ['submit', 'approve', 'reopen', 'resume']

/** Each act asks for confirmation. */
export function ProjectActs({ project }: { project: Project }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<{ act: ProjectDecision; needsReason: boolean } | null>(null)
  const decide = useAct(decideProject, { refresh: projectReads })
  const acts = projectDecisions.filter((act) => project.acts.includes(act))
  const mayMeasure = project.acts.includes('measure')
  const [hasTriedToSubmit, setTriedToSubmit] = useState(false)
  const isIncomplete = missingIn(project).length > 0

  function choose(act: ProjectDecision) {
    if (act === 'submit' && isIncomplete) setTriedToSubmit(true)
    else setChosen({ act, needsReason: needsReason(projectMachine, project.status, act) })
  }

  return (
    <div className="flex flex-wrap items-start gap-3">
      {mayMeasure && (
        <ButtonLink to={newMeasurementPath(project.projectId)} tone="primary">
          {t('projects.act.measure')}
        </ButtonLink>
      )}
      {acts.map((act) => (
        <Button
          key={act}
          tone={isForward.includes(act) ? 'primary' : isDanger.includes(act) ? 'danger' : 'plain'}
          onClick={() => choose(act)}
        >
          {t(`projects.act.${act}`)}
        </Button>
      ))}
      <OpenOverlaps project={project} />
      {hasTriedToSubmit && isIncomplete && <MissingFacts project={project} />}
      {chosen && (
        <DecisionDialog
          title={t(`projects.act.${chosen.act}`)}
          question={t(`projects.actQuestion.${chosen.act}`)}
          requiresReason={chosen.needsReason}
          danger={isDanger.includes(chosen.act)}
          failure={decide.failure}
          onClose={() => setChosen(null)}
          done={t(`projects.actDone.${chosen.act}`, { name: project.projectName })}
          onDecide={(reason) =>
            decide.act({ params: { projectId: project.projectId }, body: { act: chosen.act, reason } })
          }
        />
      )}
    </div>
  )
}
