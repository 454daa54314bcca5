import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { text } from '#shared/contract/fields.ts'
import { limits } from '#shared/rules/limits.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'

const withReason = z.strictObject({ reason: text(limits.message, 1) })
const withoutReason = z.strictObject({ reason: z.undefined().optional() })

/** Asks before a decision about somebody's work; one that disappoints is given its reason. */
export function DecisionDialog({
  title,
  question,
  about,
  asksReason = false,
  danger = false,
  failure,
  onDecide,
  onClose,
}: {
  title: string
  question: string
  /** What is decided about, where the question does not name it. */
  about?: string
  asksReason?: boolean
  danger?: boolean
  failure: string | null
  /** Answers whether it was done; the dialog closes then. */
  onDecide: (reason: string | undefined) => Promise<boolean>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useSchemaForm<{ reason?: string | undefined }, { reason?: string | undefined }>(
    asksReason ? withReason : withoutReason,
    {},
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={
        <>
          {about && <p className="font-medium text-ink">{about}</p>}
          <p>{question}</p>
        </>
      }
    >
      <Form
        form={form}
        failure={failure}
        onSubmit={async ({ reason }) => {
          if (await onDecide(reason)) onClose()
        }}
      >
        {asksReason && (
          <TextArea
            label={t('projects.reason')}
            hint={t('projects.reasonHint', { count: limits.message })}
            maxLength={limits.message}
            error={form.formState.errors.reason?.message}
            {...form.register('reason')}
          />
        )}
        <Actions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <SubmitButton tone={danger ? 'danger' : 'primary'}>{title}</SubmitButton>
        </Actions>
      </Form>
    </Dialog>
  )
}
