import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { proposeMethodology } from '#shared/contract/methodologies.ts'
import { limits } from '#shared/rules/limits.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { linesOf } from '#web/lib/lines-of.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'

const { measurementEvidence, verificationEvidence } = proposeMethodology.body.shape

/** Lists are lines of text. */
export const methodologyForm = proposeMethodology.body.omit({ isDraft: true }).extend({
  measurementEvidence: z.string().transform(linesOf).pipe(measurementEvidence.unwrap()),
  verificationEvidence: z.string().transform(linesOf).pipe(verificationEvidence.unwrap()),
})
export type MethodologyValues = z.input<typeof methodologyForm>

const listNames = ['measurementEvidence', 'verificationEvidence'] as const

/** Converts form values to the call's facts. */
export function listsOf(facts: MethodologyValues): Record<string, unknown> {
  return { ...facts, ...Object.fromEntries(listNames.map((name) => [name, linesOf(facts[name])])) }
}

/** Converts the call's facts to form values. */
export function linesIn(facts: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, Array.isArray(value) ? value.join('\n') : String(value ?? '')]),
  )
}

export function MethodologyFields<Sent>({ form }: { form: UseFormReturn<MethodologyValues, unknown, Sent> }) {
  const { t } = useTranslation()
  const field = fieldsOf(form)
  return (
    <>
      <TextField
        label={t('methodologies.name')}
        hint={t('methodologies.nameHint', { min: 3, max: limits.methodologyName })}
        maxLength={limits.methodologyName}
        {...field('name')}
      />
      <TextField
        label={t('methodologies.column.version')}
        hint={t('methodologies.versionHint')}
        maxLength={limits.methodologyVersion}
        {...field('version')}
      />
      <TextArea
        label={t('methodologies.description')}
        upTo={limits.description}
        optional
        rows={6}
        {...field('description')}
      />
      {listNames.map((evidence) => (
        <TextArea
          key={evidence}
          label={t(`methodologies.${evidence}`)}
          hint={t('methodologies.evidenceHint', { max: limits.requiredEvidence })}
          optional
          rows={3}
          {...field(evidence)}
        />
      ))}
    </>
  )
}
