import { useState } from 'react'
import { z } from 'zod'
import { type Measurement, outcomeParts, submitMeasurement } from '#shared/contract/measurements.ts'
import { crossesYears, sumOf, yearsOf } from '#shared/rules/calendar-years.ts'
import { limits } from '#shared/rules/limits.ts'
import { netOf } from '#shared/rules/outcome.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { outcomeReads } from '#web/domain/reads.ts'
import { statedIn, YearsTotal, yearField, yearShape, yearValues } from '#web/domain/year-fields.tsx'
import { draftKey } from '#web/lib/drafts.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { intentionName } from '#web/lib/intention.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useFigures } from '#web/lib/use-figures.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { QuantityField, TextArea } from '#web/ui/field.tsx'
import { Form, type Refused, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useArithmetic } from './use-arithmetic.ts'

type Submission = z.output<typeof submitMeasurement.body>
type FormProps = {
  measurement: Measurement
  refused: Refused | null
  /** Resolves to whether the submission succeeded. */
  onSubmit: (body: Submission) => Promise<boolean>
  /** Switches between a plain quantity and its parts. */
  onOther: () => void
}

/** The quantity, plain or in parts, and a note for the reviewer. */
export function SubmitMeasurement({ measurement, onDone }: { measurement: Measurement; onDone: () => void }) {
  const { t } = useTranslation()
  const [hasParts, setHasParts] = useState(measurement.parts !== null)
  const subject = `outcome:${measurement.measurementId}${hasParts ? '/parts' : ''}`
  const draft = intentionName(draftKey('draft', subject))
  const { act, refused } = useAct(submitMeasurement, { refresh: outcomeReads, draft })
  const Fields = hasParts ? PartsForm : crossesYears(measurement) ? YearsForm : QuantityForm
  return (
    <div className="max-w-3xl">
      <Fields
        measurement={measurement}
        refused={refused}
        onOther={() => setHasParts(!hasParts)}
        onSubmit={async (body) => {
          if (!(await act({ params: { measurementId: measurement.measurementId }, body }))) return false
          toast({ tone: 'good', text: t('measurements.done.submit') })
          onDone()
          return true
        }}
      />
    </div>
  )
}

function QuantityForm({ measurement, refused, onSubmit, onOther }: FormProps) {
  const { t } = useTranslation()
  const { units } = useFigures()
  const [start] = useState({
    ...(measurement.quantity !== null && { quantity: measurement.quantity }),
    note: measurement.note,
  })
  const draft = useDraftForm({ subject: `outcome:${measurement.measurementId}` }, submitMeasurement.body, start)
  const { form } = draft
  const field = fieldsOf(form)
  return (
    <Form form={form} refused={refused} onSubmit={async (body) => (await onSubmit(body)) && draft.forget()}>
      <DraftNotice draft={draft} />
      <QuantityField
        label={t('measurements.measured')}
        hint={t('measurements.measuredHint')}
        {...field('quantity', units)}
      />
      <TextArea label={t('measurements.note')} upTo={limits.description} optional {...field('note')} />
      <BottomBar>
        <Button onClick={onOther}>{t('measurements.byParts')}</Button>
        <SubmitButton>{t('measurements.act.submit')}</SubmitButton>
      </BottomBar>
    </Form>
  )
}

const { note } = submitMeasurement.body.shape

/** For a period across calendar years: one quantity per year, whose sum is submitted. */
function YearsForm({ measurement, refused, onSubmit, onOther }: FormProps) {
  const { t } = useTranslation()
  const { units } = useFigures()
  const years = yearsOf(measurement)
  const [start] = useState({ ...yearValues(measurement.byYear), note: measurement.note })
  const draft = useDraftForm(
    { subject: `outcome:${measurement.measurementId}` },
    z
      .strictObject({ note })
      .extend(yearShape(years))
      .refine((typed) => sumOf(statedIn(typed, years)) >= 1, {
        path: ['total'],
        error: 'nothing is measured',
      }),
    start,
    { total: t('years.tooSmall') },
  )
  const { form } = draft
  const field = fieldsOf(form)
  return (
    <Form
      form={form}
      refused={refused}
      onSubmit={async ({ note, ...typed }) => {
        const byYear = statedIn(typed, years)
        return (await onSubmit({ quantity: sumOf(byYear), byYear, note })) && draft.forget()
      }}
    >
      <DraftNotice draft={draft} />
      <p className="text-ink-soft">{t('years.lead')}</p>
      <div className="grid gap-5 sm:grid-cols-2">
        {years.map((year) => (
          <QuantityField key={year} label={t('years.field', { year })} {...field(yearField(year), units)} />
        ))}
      </div>
      <YearsTotal of={statedIn(form.watch(), years)} />
      <TextArea label={t('measurements.note')} upTo={limits.description} optional {...field('note')} />
      <BottomBar>
        <Button onClick={onOther}>{t('measurements.byParts')}</Button>
        <SubmitButton>{t('measurements.act.submit')}</SubmitButton>
      </BottomBar>
    </Form>
  )
}

function PartsForm({ measurement, refused, onSubmit, onOther }: FormProps) {
  const { t } = useTranslation()
  const arithmeticOf = useArithmetic()
  const { units, thousandths } = useFigures()
  const years = crossesYears(measurement) ? yearsOf(measurement) : []
  const [start] = useState({ ...measurement.parts, ...yearValues(measurement.byYear), note: measurement.note })
  const draft = useDraftForm(
    { subject: `outcome:${measurement.measurementId}/parts` },
    z
      .strictObject({ ...outcomeParts.shape, note })
      .extend(yearShape(years))
      .refine((typed) => netOf(typed) >= 1, { path: ['gross'], error: 'nothing is left' })
      .refine((typed) => years.length === 0 || sumOf(statedIn(typed, years)) === netOf(typed), {
        path: ['total'],
        error: 'the years do not add up',
      }),
    start,
    { gross: t('measurements.netTooSmall'), total: t('years.mustAddUp') },
  )
  const { form } = draft
  const field = fieldsOf(form)
  const typed = form.watch()
  const parts = outcomeParts.strip().safeParse(typed)
  return (
    <Form
      form={form}
      refused={refused}
      onSubmit={async ({ note, gross, baseline, leakage, uncertainty, ...typed }) => {
        const parts = { gross, baseline, leakage, uncertainty }
        const byYear = years.length > 0 ? statedIn(typed, years) : undefined
        return (await onSubmit({ quantity: netOf(parts), byYear, parts, note })) && draft.forget()
      }}
    >
      <DraftNotice draft={draft} />
      <div className="grid gap-5 sm:grid-cols-2">
        {(['gross', 'baseline', 'leakage', 'uncertainty'] as const).map((part) => (
          <QuantityField
            key={part}
            label={t(`measurements.part.${part}`)}
            hint={t(`measurements.partHint.${part}`)}
            {...field(part, part === 'uncertainty' ? thousandths : units)}
          />
        ))}
      </div>
      <p aria-live="polite" className="tabular rounded-md bg-raised p-3 break-words">
        {parts.success ? arithmeticOf(parts.data) : t('measurements.netLater')}
      </p>
      {years.length > 0 && (
        <>
          <p className="text-ink-soft">{t('years.lead')}</p>
          <div className="grid gap-5 sm:grid-cols-2">
            {years.map((year) => (
              <QuantityField key={year} label={t('years.field', { year })} {...field(yearField(year), units)} />
            ))}
          </div>
          <YearsTotal of={statedIn(typed, years)} whole={parts.success ? netOf(parts.data) : undefined} />
        </>
      )}
      <TextArea label={t('measurements.note')} upTo={limits.description} optional {...field('note')} />
      <BottomBar>
        <Button onClick={onOther}>{t('measurements.byQuantity')}</Button>
        <SubmitButton>{t('measurements.act.submit')}</SubmitButton>
      </BottomBar>
    </Form>
  )
}
