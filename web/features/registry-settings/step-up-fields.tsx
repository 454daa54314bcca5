import '#web/texts/part-texts.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Settings } from '#shared/contract/settings.ts'
import { stepUpMinutes, stepUpRules } from '#shared/rules/step-up.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFigures } from '#web/lib/use-figures.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { QuantityField, Select } from '#web/ui/field.tsx'
import type { SettingsValues } from './settings-values.ts'

/** The rule for sensitive acts, and what the identity provider does not state of the reader's sign-in. */
export function StepUpFields({ states }: { states: Settings['signInStates'] }) {
  const { t } = useTranslation()
  const { estimate } = useFigures()
  const form = useFormContext<SettingsValues>()
  const field = fieldsOf(form)
  const rule = useWatch({ control: form.control, name: 'stepUp' })
  const missing = !states.time ? 'noTime' : states.strength ? null : 'noStrength'
  return (
    <>
      <Select
        label={t('stepUp.settings.label')}
        hint={t('stepUp.settings.hint', { minutes: stepUpMinutes })}
        choices={stepUpRules.map((rule) => ({ value: rule, label: t(`registrySettings.stepUpRule.${rule}`) }))}
        {...form.register('stepUp')}
      />
      {missing && <Notice tone="warn">{t(`stepUp.settings.${missing}`)}</Notice>}
      {rule === 'recent' && (
        <QuantityField
          label={t('stepUp.settings.factorFrom')}
          hint={t('stepUp.settings.factorFromHint')}
          optional
          {...field('stepUpFactorFrom', estimate)}
        />
      )}
    </>
  )
}
