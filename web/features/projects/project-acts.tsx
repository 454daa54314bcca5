import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideProject, type Project } from '#shared/contract/projects.ts'
import { limits } from '#shared/rules/limits.ts'
import { newMeasurementPath } from '#shared/rules/paths.ts'
import { projectReads } from '#web/domain/reads.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'

type StateAct = Exclude<Project['acts'][number], 'edit' | 'measure'>

/** Acts of which the people concerned must be told why. */
const needsReason: readonly StateAct[] = ['reject', 'return', 'suspend', 'withdraw']
const isDanger: readonly StateAct[] = ['reject', 'suspend', 'withdraw']
const isForward: readonly StateAct[] = ['submit', 'approve', 'reopen', 'resume']

/** The changes of state that the reader may make now, each behind a question. */
export function ProjectActs({ project }: { project: Project }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<StateAct | null>(null)
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
        <Dialog
          open
          onClose={() => setAsked(null)}
          title={t(`projects.act.${asked}`)}
          description={t(`projects.actQuestion.${asked}`)}
        >
          <ActForm project={project} act={asked} onDone={() => setAsked(null)} />
        </Dialog>
      )}
    </div>
  )
}

const withReason = decideProject.body
  .pick({ reason: true })
  .required()
  .refine(({ reason }) => reason !== '', { path: ['reason'] })
const withoutReason = decideProject.body.pick({ reason: true })

function ActForm({ project, act, onDone }: { project: Project; act: StateAct; onDone: () => void }) {
  const { t } = useTranslation()
  const decide = useAct(decideProject, { refresh: projectReads })
  const asksReason = needsReason.includes(act)
  const form = useSchemaForm(asksReason ? withReason : withoutReason, { reason: asksReason ? '' : undefined })
  return (
    <Form
      form={form}
      failure={decide.failure}
      onSubmit={async ({ reason }) => {
        const done = await decide.act({ params: { projectId: project.projectId }, body: { act, reason } })
        if (!done) return
        toast({ tone: 'good', text: t(`projects.actDone.${act}`) })
        onDone()
      }}
    >
      {asksReason && (
        <TextArea
          label={t('projects.reason')}
          hint={t('projects.reasonHint', { count: limits.message })}
          maxLength={limits.message}
          error={form.formState.errors.reason?.message}
          {...form.register('reason')}
        />
      )}
      <Actions>
        <Button onClick={onDone}>{t('ui.cancel')}</Button>
        <SubmitButton tone={isDanger.includes(act) ? 'danger' : 'primary'}>{t(`projects.act.${act}`)}</SubmitButton>
      </Actions>
    </Form>
  )
}
