import { useState } from 'react'
import { z } from 'zod'
import { stateYears, type Verification } from '#shared/contract/verifications.ts'
import { sumOf, yearsOf } from '#shared/rules/calendar-years.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { outcomeReads } from '#web/domain/reads.ts'
import { statedIn, YearsTotal, yearField, yearShape } from '#web/domain/year-fields.tsx'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useFigures } from '#web/lib/use-figures.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { QuantityField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Splits an opinion by calendar year. */
export function StateYears({ verification, onDone }: { verification: Verification; onDone: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { units } = useFigures()
  const { act, refused } = useAct(stateYears, { refresh: outcomeReads })
  const { verificationId } = verification
  const verified = verification.quantity ?? 0
  const years = yearsOf(verification)
  const [start] = useState({})
  const draft = useDraftForm(
    { subject: `years:${verificationId}` },
    z
      .strictObject({})
      .extend(yearShape(years))
      .refine((typed) => sumOf(statedIn(typed, years)) === verified, {
        path: ['total'],
        error: 'the years do not add up',
      }),
    start,
    { total: t('years.mustAddUp') },
  )
  const { form } = draft
  const field = fieldsOf(form)
  return (
    <div className="max-w-3xl">
      <p className="mb-4 text-ink-soft">{t('years.stateLead', { quantity: format.quantity(verified) })}</p>
      <Form
        form={form}
        refused={refused}
        onSubmit={async (typed) => {
          if (!(await act({ params: { verificationId }, body: { byYear: statedIn(typed, years) } }))) return
          draft.forget()
          toast({ tone: 'good', text: t('years.stated') })
          onDone()
        }}
      >
        <DraftNotice draft={draft} />
        <div className="grid gap-5 sm:grid-cols-2">
          {years.map((year) => (
            <QuantityField key={year} label={t('years.field', { year })} {...field(yearField(year), units)} />
          ))}
        </div>
        <YearsTotal of={statedIn(form.watch(), years)} whole={verified} />
        <BottomBar>
          <SubmitButton>{t('years.state')}</SubmitButton>
        </BottomBar>
      </Form>
    </div>
  )
}
