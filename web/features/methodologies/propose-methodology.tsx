import { useState } from 'react'
import { listMethodologies, type MethodologyVersion, proposeMethodology } from '#shared/contract/methodologies.ts'
import { listTasks } from '#shared/contract/tasks.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MethodologyFields, methodologyForm } from './methodology-fields.tsx'

/** Proposes a version to the tenant admins, or saves a draft. `of` prefills a further version. */
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
  const { act, busy, refused } = useAct(proposeMethodology, { refresh: [listMethodologies, listTasks] })
  const [start] = useState({
    ...of,
    version: '',
    measurementEvidence: of.measurementEvidence.join('\n'),
    verificationEvidence: of.verificationEvidence.join('\n'),
  })
  const draft = useDraftForm({ subject: `newMethodology:${of.name}` }, methodologyForm, start)
  const { form } = draft
  const close = () => {
    draft.forget()
    onClose()
  }
  const send = (isDraft: boolean) =>
    form.handleSubmit(async (facts) => {
      const proposed = await act({ body: { ...facts, isDraft } })
      if (!proposed) return
      toast({ tone: 'good', text: t(isDraft ? 'methodologies.drafted' : 'methodologies.proposed') })
      close()
      onProposed?.(proposed)
    })
  return (
    <Dialog
      open
      onClose={close}
      title={t('methodologies.propose')}
      description={t('methodologies.proposeLead')}
      busy={busy}
    >
      <Form form={form} refused={refused} onSubmit={() => send(false)()}>
        <DraftNotice draft={draft} />
        <MethodologyFields form={form} />
        <BottomBar>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button busy={busy} onClick={() => void send(true)()}>
            {t('methodologies.keepDraft')}
          </Button>
          <SubmitButton>{t('methodologies.propose')}</SubmitButton>
        </BottomBar>
      </Form>
    </Dialog>
  )
}
