import { useState } from 'react'
import { planVisit, type Verification } from '#shared/contract/verifications.ts'
import { outcomeReads } from '#web/domain/reads.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

/** A button that opens the form of the days on which the site is visited. */
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
  const { act, failure } = useAct(planVisit, { refresh: outcomeReads })
  const form = useSchemaForm(
    planVisit.body,
    { visitStart: visitStart ?? '', visitEnd: visitEnd ?? '' },
    { visitEnd: t('measurements.periodOrder') },
  )
  const field = fieldsOf(form)
  return (
    <FormDialog
      title={t('verifications.planVisit')}
      description={t('verifications.visitLead')}
      form={form}
      failure={failure}
      done={t('verifications.visitSaved')}
      onSubmit={(body) => act({ params: { verificationId }, body })}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField label={t('measurements.periodStart')} {...field('visitStart')} />
        <DateField label={t('measurements.periodEnd')} {...field('visitEnd')} />
      </div>
    </FormDialog>
  )
}
