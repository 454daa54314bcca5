import { useFormContext } from 'react-hook-form'
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
  const missing = !states.time ? 'stepUpNoTime' : states.strength ? null : 'stepUpNoStrength'
  return (
    <>
      <Select
        label={t('registrySettings.stepUp')}
        hint={t('registrySettings.stepUpHint', { minutes: stepUpMinutes })}
        choices={stepUpRules.map((rule) => ({ value: rule, label: t(`registrySettings.stepUpRule.${rule}`) }))}
        {...form.register('stepUp')}
      />
      {missing && <Notice tone="warn">{t(`registrySettings.${missing}`)}</Notice>}
      <QuantityField
        label={t('registrySettings.stepUpFactorFrom')}
        hint={t('registrySettings.stepUpFactorFromHint')}
        optional
        {...field('stepUpFactorFrom', estimate)}
      />
    </>
  )
}
