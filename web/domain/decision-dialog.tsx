import { z } from 'zod'
import { text } from '#shared/contract/fields.ts'
import { limits } from '#shared/rules/limits.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

const withReason = z.strictObject({ reason: text(limits.message, 1) })
const withoutReason = z.strictObject({ reason: z.undefined().optional() })

/** A decision against the work needs a reason. */
export function DecisionDialog({
  title,
  question,
  about,
  requiresReason,
  danger,
  failure,
  done,
  onDecide,
  onClose,
}: {
  title: string
  question: string
  /** Names the subject if the question does not. */
  about?: string
  requiresReason: boolean
  danger: boolean
  failure: string | null
  done?: string
  /** Returns null on failure, which keeps the dialog open. */
  onDecide: (reason: string | undefined) => Promise<unknown>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useSchemaForm<{ reason?: string | undefined }, { reason?: string | undefined }>(
    requiresReason ? withReason : withoutReason,
    {},
  )
  return (
    <FormDialog
      title={title}
      description={
        <>
          {about && <p className="font-medium text-ink">{about}</p>}
          <p>{question}</p>
        </>
      }
      form={form}
      refused={failure === null ? null : { text: failure, faults: [] }}
      tone={danger ? 'danger' : 'primary'}
      {...(done !== undefined && { done })}
      onSubmit={({ reason }) => onDecide(reason)}
      onClose={onClose}
    >
      {requiresReason && (
        <TextArea
          label={t('projects.reason')}
          hint={t('projects.reasonHint', { count: limits.message })}
          {...fieldsOf(form)('reason')}
        />
      )}
    </FormDialog>
  )
}
