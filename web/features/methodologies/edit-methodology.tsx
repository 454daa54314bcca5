import {
  listMethodologies,
  type MethodologyVersion,
  readMethodologyVersion,
  updateMethodology,
} from '#shared/contract/methodologies.ts'
import { listTasks } from '#shared/contract/tasks.ts'
import { EditNotices } from '#web/domain/edit-notices.tsx'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { linesIn, listsOf, MethodologyFields, methodologyForm } from './methodology-fields.tsx'

export function EditMethodology({ methodology, onClose }: { methodology: MethodologyVersion; onClose: () => void }) {
  const { t } = useTranslation()
  const { methodologyId, name, version, description, measurementEvidence, verificationEvidence } = methodology
  const edit = useEditForm(updateMethodology, {
    subject: `methodology:${methodologyId}`,
    facts: {
      name,
      version,
      description,
      measurementEvidence: measurementEvidence.join('\n'),
      verificationEvidence: verificationEvidence.join('\n'),
    },
    schema: methodologyForm.partial(),
    wireOf: listsOf,
    factsOf: linesIn,
    refresh: [listMethodologies, readMethodologyVersion, listTasks],
  })
  return (
    <FormDialog
      title={t('methodologies.edit')}
      form={edit.form}
      draft={edit}
      refused={edit.refused}
      done={t('methodologies.edited')}
      onSubmit={(body) => edit.save({ params: { methodologyId }, body })}
      onClose={onClose}
    >
      <EditNotices edit={edit} of="methodology" />
      <MethodologyFields form={edit.form} />
    </FormDialog>
  )
}
