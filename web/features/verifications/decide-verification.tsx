import { useState } from 'react'
import { z } from 'zod'
import { decideVerification, type Verification } from '#shared/contract/verifications.ts'
import { crossesYears, sumOf, yearsOf } from '#shared/rules/calendar-years.ts'
import { limits } from '#shared/rules/limits.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { outcomeReads } from '#web/domain/reads.ts'
import { optionalYearShape, statedIn, YearsTotal, yearField } from '#web/domain/year-fields.tsx'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useFigures } from '#web/lib/use-figures.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { QuantityField, Select, TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Arithmetic, measuredOf } from './arithmetic.tsx'
import { LastLook, type Opinion } from './last-look.tsx'

const empty = { statement: '' }
const { outcome, quantity, quantityReason, statement } = decideVerification.body.shape

/**
 * A quantity up to the measured one, or why nothing is verified; by year for a period across calendar years. Nothing is
 * prefilled.
 */
export function DecideVerification({ verification, onDone }: { verification: Verification; onDone: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { units } = useFigures()
  const { act, busy, failure } = useAct(decideVerification, { refresh: outcomeReads })
  const { verificationId, measured, acts } = verification
  const mayVerify = acts.includes('verify')
  const years = crossesYears(verification) ? yearsOf(verification) : []
  const totalOf = (typed: Readonly<Record<string, unknown>>) =>
    years.length > 0 ? sumOf(statedIn(typed, years)) : quantityIn(typed)
  const draft = useDraftForm(
    { subject: `opinion:${verificationId}` },
    z
      .strictObject({ outcome, quantity, quantityReason, statement })
      .extend(optionalYearShape(years))
      .check(({ value, issues }) => {
        if (value.outcome !== 'verified') return
        const refuse = (field: string, message: string) =>
          issues.push({ code: 'custom', input: value, path: [field], message })
        const total = totalOf(value)
        if (years.length === 0 && value.quantity === undefined) refuse('quantity', 'Required')
        for (const year of years) {
          const stated = value[yearField(year)]
          if (stated === undefined) refuse(yearField(year), 'Required')
          else if (stated > measuredOf(verification, year)) refuse(yearField(year), 'above the measured quantity')
        }
        if ((total ?? 0) > measured) refuse(years.length > 0 ? 'total' : 'quantity', 'above the measured quantity')
        if (years.length > 0 && total === 0) refuse('none', 'nothing is verified')
        if ((total ?? measured) < measured && value.quantityReason === undefined) refuse('quantityReason', 'Required')
      }),
    empty,
    {
      ...Object.fromEntries(
        years.map((year) => [
          yearField(year),
          t('ui.invalid.tooBig', { maximum: format.quantity(measuredOf(verification, year)) }),
        ]),
      ),
      total: t('ui.invalid.tooBig', { maximum: format.quantity(measured) }),
      none: t('years.tooSmall'),
      quantity: t('ui.invalid.tooBig', { maximum: format.quantity(measured) }),
    },
  )
  const { form } = draft
  const field = fieldsOf(form)
  const [opinion, setOpinion] = useState<Opinion | null>(null)
  const typed = form.watch()
  const isVerified = typed.outcome === 'verified'
  const isStated = years.every((year) => typeof typed[yearField(year)] === 'number')
  const isLess = isVerified && isStated && (totalOf(typed) ?? measured) < measured

  async function sign(signed: Opinion) {
    if (!(await act({ params: { verificationId }, body: signed }))) return
    draft.forget()
    toast({ tone: 'good', text: t('verifications.decided') })
    onDone()
  }
  if (opinion) {
    return (
      <LastLook
        verification={verification}
        opinion={opinion}
        busy={busy}
        failure={failure}
        onSign={() => void sign(opinion)}
        onBack={() => setOpinion(null)}
      />
    )
  }
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,48rem)_minmax(16rem,1fr)]">
      <Form
        form={form}
        onSubmit={({ outcome, statement, quantityReason, ...stated }) => {
          const verified = {
            quantity: totalOf(stated),
            byYear: years.length > 0 ? statedIn(stated, years) : undefined,
            quantityReason: isLess ? quantityReason : undefined,
          }
          setOpinion({ outcome, statement, ...(outcome === 'verified' && verified) })
        }}
      >
        <p className="text-ink-soft">
          {t(mayVerify ? 'verifications.decideLead' : 'verifications.waitsForFindings')}{' '}
          {mayVerify && t('verifications.statementFirst')}
        </p>
        <DraftNotice draft={draft} />
        <Select
          label={t('verifications.outcome')}
          placeholder={t('verifications.chooseOutcome')}
          choices={(['verified', 'not verified'] as const)
            .filter((value) => mayVerify || value === 'not verified')
            .map((value) => ({ value, label: t(`status.verification.${value}`) }))}
          {...field('outcome', orAbsent)}
        />
        {isVerified && years.length > 0 && (
          <>
            <p className="text-ink-soft">{t('years.lead')}</p>
            <div className="grid gap-5 sm:grid-cols-2">
              {years.map((year) => (
                <QuantityField
                  key={year}
                  label={t('years.field', { year })}
                  hint={t('verifications.verifiedHint', { measured: format.quantity(measuredOf(verification, year)) })}
                  {...field(yearField(year), units)}
                />
              ))}
            </div>
            <YearsTotal of={statedIn(typed, years)} whole={measured} />
          </>
        )}
        {isVerified && years.length === 0 && (
          <QuantityField
            label={t('verifications.verified')}
            hint={t('verifications.verifiedHint', { measured: format.quantity(measured) })}
            {...field('quantity', units)}
          />
        )}
        {isLess && (
          <TextArea
            label={t('verifications.quantityReason')}
            upTo={limits.statement}
            {...field('quantityReason', orAbsent)}
          />
        )}
        <TextArea label={t('verifications.statement')} upTo={limits.description} {...field('statement')} />
        <BottomBar>
          <SubmitButton>{t('verifications.lastLook')}</SubmitButton>
        </BottomBar>
      </Form>
      {isVerified && (
        <Arithmetic
          verification={verification}
          quantity={isStated ? totalOf(typed) : undefined}
          byYear={years.length > 0 ? statedIn(typed, years) : []}
        />
      )}
    </div>
  )
}

function quantityIn({ quantity }: Readonly<Record<string, unknown>>): number | undefined {
  return typeof quantity === 'number' ? quantity : undefined
}
