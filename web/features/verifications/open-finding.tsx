import { type Finding, openFinding } from '#shared/contract/verifications.ts'
import { findingTypes } from '#shared/rules/lifecycle/verification.ts'
import { limits } from '#shared/rules/limits.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { usePlaceText } from '#web/domain/file-view/place-at.ts'
import { outcomeReads } from '#web/domain/reads.ts'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { DateField, RadioGroup, Select, TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

const empty = { words: '' }

/** `place` is where in the evidence it was found. */
export function OpenFinding({
  verificationId,
  place,
  onClose,
}: {
  verificationId: string
  place?: NonNullable<Finding['place']>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const { act, refused } = useAct(openFinding, { refresh: outcomeReads })
  const draft = useDraftForm({ subject: `newFinding:${verificationId}` }, openFinding.body, empty)
  const { form } = draft
  const field = fieldsOf(form)
  return (
    <FormDialog
      title={t('verifications.openFinding')}
      description={t('verifications.findingLead')}
      wide
      form={form}
      draft={draft}
      refused={refused}
      done={t('verifications.findingOpened')}
      onSubmit={(typed) => {
        if (!place) return act({ params: { verificationId }, body: typed })
        const { originalName: _, ...pointed } = place
        return act({ params: { verificationId }, body: { ...typed, place: pointed } })
      }}
      onClose={onClose}
    >
      <DraftNotice draft={draft} />
      {place && <p className="break-all text-ink-soft">{placeText(place.originalName, place)}</p>}
      <RadioGroup
        label={t('verifications.type')}
        choices={findingTypes.map((value) => ({
          value,
          label: t(`verifications.findingType.${value}`),
          hint: t(`verifications.findingHint.${value}`),
        }))}
        {...field('type', orAbsent)}
      />
      <TextArea label={t('verifications.words')} upTo={limits.statement} {...field('words')} />
      <Select
        label={t('verifications.owner')}
        placeholder={t('verifications.chooseOwner')}
        choices={(['proponent', 'measurer'] as const).map((value) => ({
          value,
          label: t(`verifications.ownerSide.${value}`),
        }))}
        {...field('ownerSide', orAbsent)}
      />
      <DateField label={t('measurements.column.dueDate')} optional {...field('dueDate', orAbsent)} />
    </FormDialog>
  )
}
