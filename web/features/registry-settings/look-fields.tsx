import { useController, useFormContext } from 'react-hook-form'
import type { Settings } from '#shared/contract/settings.ts'
import { limits, megabyte } from '#shared/rules/limits.ts'
import { secondFactorRules } from '#shared/rules/second-factor.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { useFigures } from '#web/lib/use-figures.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Fact } from '#web/ui/facts.tsx'
import { Checkbox, Field, QuantityField, Select } from '#web/ui/field.tsx'
import { FixedFacts } from '#web/ui/fixed-facts.tsx'
import { Group } from './group.tsx'
import { OwnText } from './own-text.tsx'
import { isColour, type SettingsValues } from './settings-values.ts'
import { StepUpFields } from './step-up-fields.tsx'

export function LookFields({ held }: { held: ReadonlySet<string> }) {
  const { t } = useTranslation()
  return (
    <Group title={t('registrySettings.look')}>
      <AccentField />
      <OwnText fact="owner" held={held} max={limits.organisation} optional />
      <OwnText fact="contactEmail" held={held} max={limits.email} optional />
    </Group>
  )
}

function AccentField() {
  const { t } = useTranslation()
  const { field, formState } = useController<SettingsValues, 'accent'>({ name: 'accent' })
  const { value = '', onChange } = field
  return (
    <Field
      label={t('registrySettings.accent')}
      hint={t('registrySettings.accentHint')}
      error={formState.errors.accent?.message}
    >
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={t('registrySettings.accentPick')}
            className="h-10 w-14 pointer-coarse:h-11 shrink-0 rounded-md border border-edge bg-surface p-1"
            value={isColour(value) ? value : '#000000'}
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
            {...control}
            {...field}
            className="control tabular"
          />
        </div>
      )}
    </Field>
  )
}

const flags = [
  'enableMarketplace',
  'openRegistration',
  'languageSelection',
  'claimsOfStoppedProjects',
  'transfersOfStoppedProjects',
] as const

export function FlagFields({ held, states }: { held: ReadonlySet<string>; states: Settings['signInStates'] }) {
  const { t } = useTranslation()
  const { register, getValues } = useFormContext<SettingsValues>()
  return (
    <Group title={t('registrySettings.flags')} hint={t('registrySettings.delay')}>
      {flags.map((flag) =>
        held.has(flag) ? (
          <FixedFacts key={flag} why={t('registrySettings.setByDeployment')}>
            <Fact label={t(`registrySettings.${flag}`)} wide>
              {t(getValues(flag) ? 'registrySettings.isOn' : 'registrySettings.isOff')}
            </Fact>
          </FixedFacts>
        ) : (
          <Checkbox
            key={flag}
            label={t(`registrySettings.${flag}`)}
            hint={t(`registrySettings.${flag}Hint`)}
            {...register(flag)}
          />
        ),
      )}
      <Select
        label={t('registrySettings.secondFactorFor')}
        hint={t('registrySettings.secondFactorForHint')}
        choices={secondFactorRules.map((rule) => ({ value: rule, label: t(`registrySettings.secondFactor.${rule}`) }))}
        {...register('secondFactorFor')}
      />
      <StepUpFields states={states} />
    </Group>
  )
}

const greatest = {
  imageMegabytes: limits.imageBytes / megabyte,
  documentMegabytes: limits.documentBytes / megabyte,
  projectDocuments: limits.projectDocuments,
  accountUsers: limits.accountUsers,
  periodMonths: limits.periodMonths,
}
const bounds = ['imageMegabytes', 'documentMegabytes', 'projectDocuments', 'accountUsers', 'periodMonths'] as const

/** At most the product's limits, which are the default. */
export function LimitFields() {
  const { t } = useTranslation()
  const format = useFormat()
  const { megabytes, count } = useFigures()
  const field = fieldsOf(useFormContext<SettingsValues>())
  return (
    <Group title={t('registrySettings.limits')}>
      <div className="grid gap-5 sm:grid-cols-2">
        {bounds.map((bound) => (
          <QuantityField
            key={bound}
            label={t(`registrySettings.limit.${bound}`)}
            hint={t('registrySettings.limitHint', { max: format.quantity(greatest[bound]) })}
            optional
            {...field(bound, bound === 'imageMegabytes' || bound === 'documentMegabytes' ? megabytes : count)}
          />
        ))}
      </div>
    </Group>
  )
}
