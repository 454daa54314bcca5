import { useTranslation } from 'react-i18next'
import { listMethodologies, proposeMethodology } from '#shared/contract/methodologies.ts'
import { limits } from '#shared/rules/limits.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Proposes a methodology version, which waits for a tenant admin. */
export function ProposeMethodology({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { act, failure } = useAct(proposeMethodology, { refresh: [listMethodologies] })
  const form = useSchemaForm(proposeMethodology.body, { name: '', version: '', description: '' })
  const { errors } = form.formState
  return (
    <Dialog open onClose={onClose} title={t('methodologies.propose')} description={t('methodologies.proposeLead')}>
      <Form
        form={form}
        failure={failure}
        onSubmit={async (body) => {
          if (!(await act({ body }))) return
          toast({ tone: 'good', text: t('methodologies.proposed') })
          onClose()
        }}
      >
        <TextField
          label={t('methodologies.name')}
          hint={t('methodologies.nameHint', { min: 3, max: limits.methodologyName })}
          maxLength={limits.methodologyName}
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextField
          label={t('methodologies.column.version')}
          hint={t('methodologies.versionHint')}
          maxLength={limits.methodologyVersion}
          error={errors.version?.message}
          {...form.register('version')}
        />
        <TextArea
          label={t('methodologies.description')}
          hint={t('ui.upTo', { count: limits.description })}
          optional
          rows={6}
          maxLength={limits.description}
          error={errors.description?.message}
          {...form.register('description')}
        />
        <Actions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <SubmitButton>{t('methodologies.propose')}</SubmitButton>
        </Actions>
      </Form>
    </Dialog>
  )
}
