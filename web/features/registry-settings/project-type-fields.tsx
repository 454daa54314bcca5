import { useController, useFormContext, useWatch } from 'react-hook-form'
import { type Translation, translations } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { linesOf } from '#web/lib/lines-of.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Group } from './group.tsx'
import type { SettingsValues } from './settings-values.ts'

export function ProjectTypeFields() {
  const { t } = useTranslation()
  const field = fieldsOf(useFormContext<SettingsValues>())
  const listed = useWatch<SettingsValues, 'projectTypes'>({ name: 'projectTypes' })
  const types = [...new Set(linesOf(listed))]
  return (
    <Group title={t('registrySettings.projectTypes')}>
      <TextArea
        label={t('registrySettings.projectTypes')}
        hint={t('registrySettings.projectTypesHint', { max: limits.projectTypes })}
        optional
        rows={6}
        {...field('projectTypes')}
      />
      {types.length > 0 && translations.map((language) => <TypesIn key={language} language={language} types={types} />)}
    </Group>
  )
}

/** Empty fields show the default. Types do not name form fields: form libraries may parse them as paths. */
function TypesIn({ language, types }: { language: Translation; types: readonly string[] }) {
  const { t } = useTranslation()
  const { field } = useController<SettingsValues, 'projectTypeNames'>({ name: 'projectTypeNames' })
  const names = new Map(Object.entries(field.value?.[language] ?? {}))
  const name = (type: string, text: string) =>
    field.onChange({ ...field.value, [language]: Object.fromEntries([...names, [type, text]]) })
  return (
    <details className="rounded-md border border-line p-3">
      <summary className="cursor-pointer text-sm font-medium">
        {t('registrySettings.typesIn', { language: t(`languages.${language}`) })}
      </summary>
      <div className="mt-3 grid gap-5 sm:grid-cols-2">
        {types.map((type) => (
          <TextField
            key={type}
            label={t('registrySettings.typeIn', { type, language: t(`languages.${language}`) })}
            optional
            lang={language}
            maxLength={limits.kind}
            placeholder={type}
            value={names.get(type) ?? ''}
            onChange={(event) => name(type, event.target.value)}
          />
        ))}
      </div>
    </details>
  )
}
