import {
  listMethodologies,
  type MethodologyVersion,
  readMethodologyVersion,
  updateMethodology,
} from '#shared/contract/methodologies.ts'
import { listTasks } from '#shared/contract/tasks.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { MethodologyFields, methodologyForm } from './methodology-fields.tsx'

/** Changes a draft of a methodology version. */
export function EditMethodology({ methodology, onClose }: { methodology: MethodologyVersion; onClose: () => void }) {
  const { t } = useTranslation()
  const { methodologyId, name, version, description, measurementEvidence, verificationEvidence } = methodology
  const { act, failure } = useAct(updateMethodology, {
    refresh: [listMethodologies, readMethodologyVersion, listTasks],
  })
  const form = useSchemaForm(methodologyForm, {
    name,
    version,
    description,
    measurementEvidence: measurementEvidence.join('\n'),
    verificationEvidence: verificationEvidence.join('\n'),
  })
  return (
    <FormDialog
      title={t('methodologies.edit')}
      form={form}
      failure={failure}
      done={t('methodologies.edited')}
      onSubmit={(body) => act({ params: { methodologyId }, body })}
      onClose={onClose}
    >
      <MethodologyFields form={form} />
    </FormDialog>
  )
}
