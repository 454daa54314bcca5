import { startVerification } from '#shared/contract/verifications.ts'
import { limits } from '#shared/rules/limits.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { outcomeReads } from '#web/domain/reads.ts'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Checkbox, TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'

const empty = { declaration: '' }

export function StartVerification({ verificationId, onDone }: { verificationId: string; onDone: () => void }) {
  const { t } = useTranslation()
  const { act, refused } = useAct(startVerification, { refresh: outcomeReads })
  const draft = useDraftForm({ subject: `declaration:${verificationId}` }, startVerification.body, empty, {
    noConflictOfInterest: t('ui.invalid.required'),
  })
  const { form } = draft
  const field = fieldsOf(form)
  return (
    <div className="max-w-3xl">
      <p className="mb-4 text-ink-soft">{t('verifications.startLead')}</p>
      <Form
        form={form}
        refused={refused}
        onSubmit={async (body) => {
          if (!(await act({ params: { verificationId }, body }))) return
          draft.forget()
          toast({ tone: 'good', text: t('verifications.started') })
          onDone()
        }}
      >
        <DraftNotice draft={draft} />
        <TextArea label={t('verifications.declaration')} upTo={limits.statement} {...field('declaration')} />
        <Checkbox label={t('verifications.noConflict')} {...field('noConflictOfInterest', orAbsent)} />
        <Actions>
          <SubmitButton>{t('verifications.start')}</SubmitButton>
        </Actions>
      </Form>
    </div>
  )
}
