import { listMethodologies, type MethodologyVersion, proposeMethodology } from '#shared/contract/methodologies.ts'
import { listTasks } from '#shared/contract/tasks.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MethodologyFields, methodologyForm } from './methodology-fields.tsx'

/** Proposes a methodology version, which waits for a tenant admin, or keeps it as a draft. `of`: what a further version begins with. */
export function ProposeMethodology({
  of = { name: '', description: '', measurementEvidence: [], verificationEvidence: [] },
  onProposed,
  onClose,
}: {
  of?: Pick<MethodologyVersion, 'name' | 'description' | 'measurementEvidence' | 'verificationEvidence'>
  onProposed?: (methodology: MethodologyVersion) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { act, busy, failure } = useAct(proposeMethodology, { refresh: [listMethodologies, listTasks] })
  const form = useSchemaForm(methodologyForm, {
    ...of,
    version: '',
    measurementEvidence: of.measurementEvidence.join('\n'),
    verificationEvidence: of.verificationEvidence.join('\n'),
  })
  const send = (isDraft: boolean) =>
    form.handleSubmit(async (facts) => {
      const proposed = await act({ body: { ...facts, isDraft } })
      if (!proposed) return
      toast({ tone: 'good', text: t(isDraft ? 'methodologies.drafted' : 'methodologies.proposed') })
      onClose()
      onProposed?.(proposed)
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('methodologies.propose')}
      description={t('methodologies.proposeLead')}
      busy={busy}
    >
      <Form form={form} failure={failure} onSubmit={() => send(false)()}>
        <MethodologyFields form={form} />
        <Actions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button busy={busy} onClick={() => void send(true)()}>
            {t('methodologies.keepDraft')}
          </Button>
          <SubmitButton>{t('methodologies.propose')}</SubmitButton>
        </Actions>
      </Form>
    </Dialog>
  )
}
