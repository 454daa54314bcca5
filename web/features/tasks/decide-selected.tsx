import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { text } from '#shared/contract/fields.ts'
import { previewDecisions, type Task } from '#shared/contract/tasks.ts'
import type { TaskDecision } from '#shared/rules/lifecycle/tasks.ts'
import { limits } from '#shared/rules/limits.ts'
import { subjectOf, useHoldDecision } from '#web/domain/held-decisions.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type DecidableTask, isDecidable } from './decidable.ts'
import { Names, RefusedList } from './decision-results.tsx'

const withReason = z.strictObject({ reason: text(limits.message, 1) })
const withoutReason = z.strictObject({ reason: z.undefined().optional() })

/** Names what will be decided, and what cannot be and why, before the decision. */
export function DecideSelected({
  act,
  tasks,
  onDone,
  onClose,
}: {
  act: TaskDecision
  tasks: readonly Task[]
  onDone: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const preview = useAct(previewDecisions)
  const [read, setRead] = useState<ReplyOf<typeof previewDecisions> | null>(null)
  const decidable = tasks.filter(isDecidable)
  const ask = useEffectEvent(async () => {
    const asked = decidable.map(({ kind, subjectId, changedAt }) => ({ kind, subjectId, changedAt }))
    setRead(await preview.act({ body: { tasks: asked, act } }))
  })
  useEffect(() => void ask(), [])
  return (
    <Dialog open onClose={onClose} title={t(`queue.title.${act}`)} wide>
      {read ? (
        <Decision {...{ act, tasks, decidable, read, onDone, onClose }} />
      ) : preview.failure !== null ? (
        <ErrorState text={preview.failure} retry={() => void ask()} />
      ) : (
        <Skeleton rows={4} />
      )}
    </Dialog>
  )
}

function Decision({
  act,
  tasks,
  decidable,
  read: { items },
  onDone,
  onClose,
}: ComponentProps<typeof DecideSelected> & {
  decidable: readonly DecidableTask[]
  read: ReplyOf<typeof previewDecisions>
}) {
  const { t } = useTranslation()
  const hold = useHoldDecision()
  const requiresReason = act !== 'approve'
  const form = useSchemaForm<{ reason?: string | undefined }, { reason?: string | undefined }>(
    requiresReason ? withReason : withoutReason,
    {},
  )
  const refusals = new Map(items.map((item) => [subjectOf(item), item.refusal]))
  const decided = decidable.filter((task) => !refusals.get(subjectOf(task)))
  const refused = decidable.flatMap((task) => {
    const refusal = refusals.get(subjectOf(task))
    return refusal ? [{ name: task.name, refusal }] : []
  })
  const others = tasks.filter((task) => !isDecidable(task))
  const willBe = t(`queue.will.${act}`, { count: decided.length })
  return (
    <Form
      form={form}
      onSubmit={({ reason }) => {
        hold({ tasks: decided, act, reason })
        onDone()
      }}
    >
      {decided.length > 0 && (
        <div>
          <h3 className="font-medium">{willBe}</h3>
          <Names
            label={willBe}
            names={decided.map(({ name, proponent, kind }) =>
              [name, proponent, t(`tasks.kind.${kind}`)].filter(Boolean).join(' · '),
            )}
          />
        </div>
      )}
      {refused.length > 0 && <RefusedList title={t('queue.cannot', { count: refused.length })} refused={refused} />}
      {others.length > 0 && (
        <div>
          <h3 className="font-medium">{t('queue.notHere', { count: others.length })}</h3>
          <Names label={t('queue.notHere', { count: others.length })} names={others.map(({ name }) => name)} />
        </div>
      )}
      {requiresReason && decided.length > 0 && (
        <TextArea
          label={t('projects.reason')}
          hint={t('projects.reasonHint', { count: limits.message })}
          {...fieldsOf(form)('reason')}
        />
      )}
      <Actions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        {decided.length > 0 && (
          <SubmitButton tone={act === 'reject' ? 'danger' : 'primary'}>
            {t(`queue.submit.${act}`, { count: decided.length })}
          </SubmitButton>
        )}
      </Actions>
    </Form>
  )
}
