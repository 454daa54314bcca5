import type { UseFormReturn } from 'react-hook-form'
import { limits } from '#shared/rules/limits.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'

type Facts = { name: string; version: string; description: string }

/** What is said of a methodology version. */
export function MethodologyFields<Sent>({ form }: { form: UseFormReturn<Facts, unknown, Sent> }) {
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
    </>
  )
}
