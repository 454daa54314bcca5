import { listMethodologies, proposeMethodology } from '#shared/contract/methodologies.ts'
import { limits } from '#shared/rules/limits.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

/** Proposes a methodology version, which waits for a tenant admin. */
export function ProposeMethodology({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { act, failure } = useAct(proposeMethodology, { refresh: [listMethodologies] })
  const form = useSchemaForm(proposeMethodology.body, { name: '', version: '', description: '' })
  const field = fieldsOf(form)
  return (
    <FormDialog
      title={t('methodologies.propose')}
      description={t('methodologies.proposeLead')}
      form={form}
      failure={failure}
      done={t('methodologies.proposed')}
      onSubmit={(body) => act({ body })}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
