import { useFormContext, useWatch } from 'react-hook-form'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Fact } from '#web/ui/facts.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { FixedFacts } from '#web/ui/fixed-facts.tsx'
import type { SettingsValues } from './settings-values.ts'

type OwnFact =
  | 'name'
  | 'tagline'
  | 'about'
  | 'owner'
  | 'assetName'
  | 'assetNamePlural'
  | 'contactEmail'
  | 'contactAddress'

/** A fixed fact if the deployment sets the text (`held`). */
export function OwnText({
  fact,
  held,
  max,
  optional = false,
  lines = 1,
}: {
  fact: OwnFact
  held: ReadonlySet<string>
  max: number
  optional?: boolean
  lines?: number
}) {
  const { t } = useTranslation()
  const field = fieldsOf(useFormContext<SettingsValues>())
  const value = useWatch<SettingsValues>({ name: fact })
  const label = t(`registrySettings.${fact}`)
  if (held.has(fact)) {
    return (
      <FixedFacts why={t('registrySettings.setByDeployment')}>
        <Fact label={label} wide>
          {typeof value === 'string' && value !== '' ? value : t('projects.notStated')}
        </Fact>
      </FixedFacts>
    )
  }
  const props = { label, optional, maxLength: max, ...field(fact) }
  return lines > 1 ? <TextArea rows={lines} {...props} /> : <TextField {...props} />
}
