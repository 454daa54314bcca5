import { useFormContext } from 'react-hook-form'
import { limits } from '#shared/rules/limits.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFigures } from '#web/lib/use-figures.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Checkbox, QuantityField } from '#web/ui/field.tsx'
import { Group } from './group.tsx'
import type { SettingsValues } from './settings-values.ts'

/** For what transfers, claims and burns wait. */
export function MovementFields() {
  const { t } = useTranslation()
  const { count, estimate } = useFigures()
  const field = fieldsOf(useFormContext<SettingsValues>())
  return (
    <Group
      title={t('registrySettings.movements')}
      hint={`${t('registrySettings.movementsHint')} ${t('registrySettings.delay')}`}
    >
      <QuantityField
        label={t('registrySettings.approvalFrom')}
        hint={t('registrySettings.approvalFromHint')}
        optional
        {...field('approvalFrom', estimate)}
      />
      <Checkbox
        label={t('registrySettings.acceptsTransfers')}
        hint={t('registrySettings.acceptsTransfersHint')}
        {...field('acceptsTransfers')}
      />
      <QuantityField
        label={t('registrySettings.dailyCap')}
        hint={t('registrySettings.dailyCapHint')}
        optional
        {...field('dailyCap', estimate)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {(['undoClaimsMinutes', 'undoTransfersMinutes'] as const).map((minutes) => (
          <QuantityField
            key={minutes}
            label={t(`registrySettings.${minutes}`)}
            hint={t(`registrySettings.${minutes}Hint`, { max: limits.undoMinutes })}
            {...field(minutes, count)}
          />
        ))}
      </div>
    </Group>
  )
}
