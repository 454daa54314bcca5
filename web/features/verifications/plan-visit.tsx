import { useState } from 'react'
import { planVisit, type Verification } from '#shared/contract/verifications.ts'
import { EditNotices } from '#web/domain/edit-notices.tsx'
import { outcomeReads } from '#web/domain/reads.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

export function PlanVisit({ verification }: { verification: Verification }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('verifications.planVisit')}</Button>
      {isOpen && <VisitDialog verification={verification} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function VisitDialog({ verification, onClose }: { verification: Verification; onClose: () => void }) {
  const { t } = useTranslation()
  const { verificationId, visitStart, visitEnd } = verification
  const edit = useEditForm(planVisit, {
    subject: `verification:${verificationId}`,
    facts: { visitStart: visitStart ?? '', visitEnd: visitEnd ?? '' },
    schema: planVisit.body,
    isWhole: true,
    refresh: outcomeReads,
  })
  const { form } = edit
  const field = fieldsOf(form)
  return (
    <FormDialog
      title={t('verifications.planVisit')}
      description={t('verifications.visitLead')}
      form={form}
      draft={edit}
      refused={edit.refused}
      done={t('verifications.visitSaved')}
      onSubmit={(body) => edit.save({ params: { verificationId }, body })}
      onClose={onClose}
    >
      <EditNotices edit={edit} of="verification" />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField label={t('measurements.periodStart')} {...field('visitStart')} />
        <DateField label={t('measurements.periodEnd')} {...field('visitEnd')} />
      </div>
    </FormDialog>
  )
}
