import { useFormContext } from 'react-hook-form'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'
import type { SettingsValues } from './settings-values.ts'

type Fact = 'name' | 'tagline' | 'about' | 'owner' | 'assetName' | 'assetNamePlural' | 'contactEmail' | 'contactAddress'

/** Read-only if the deployment sets the text (`held`). */
export function OwnText({
  fact,
  held,
  max,
  optional = false,
  lines = 1,
}: {
  fact: Fact
  held: ReadonlySet<string>
  max: number
  optional?: boolean
  lines?: number
}) {
  const { t } = useTranslation()
  const field = fieldsOf(useFormContext<SettingsValues>())
  const isHeld = held.has(fact)
  const props = {
    label: t(`registrySettings.${fact}`),
    hint: isHeld ? t('registrySettings.setByDeployment') : undefined,
    readOnly: isHeld,
    optional: optional && !isHeld,
    maxLength: max,
    ...field(fact),
  }
  return lines > 1 ? <TextArea rows={lines} {...props} /> : <TextField {...props} />
}
