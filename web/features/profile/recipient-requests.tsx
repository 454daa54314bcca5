import { useState } from 'react'
import { listRecipients } from '#shared/contract/caps.ts'
import { decideRecipient, listRecipientRequests, type RecipientRequest } from '#shared/contract/recipient-requests.ts'
import type { RecipientDecision } from '#shared/rules/recipient-request.ts'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { CallError } from '#web/lib/call.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useRead } from '#web/lib/use-read.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Recipients that wait for a second person of the account. */
export function RecipientRequests() {
  const { data } = useRead(listRecipientRequests)
  return data?.items.map((request) => <Waiting key={request.requestId} request={request} />)
}

function Waiting({ request: { requestId, name, askedBy, endsAt, decisions } }: { request: RecipientRequest }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [open, setOpen] = useState<RecipientDecision | null>(null)
  const { act, busy, failure } = useAct(decideRecipient, {
    refresh: [listRecipientRequests, listRecipients],
    onFailure: (text, error) => {
      const isLate = error instanceof CallError && error.status === 409
      if (isLate) setOpen(null)
      if (isLate || open === null) toast({ tone: 'bad', text })
    },
  })
  async function send(decision: RecipientDecision, reason?: string) {
    const decided = await act({ params: { requestId }, body: { decision, reason } })
    if (decided) toast({ tone: 'good', text: t(`caps.request.said.${decision}`) })
    return decided
  }
  // Who may refuse need not take back.
  const offered = decisions.filter((decision) => decision !== 'withdraw' || !decisions.includes('refuse'))
  return (
    <div className="mb-4">
      <Notice tone="waiting" title={t('caps.request.title', { name })}>
        <p>{t('caps.request.until', { by: askedBy, day: format.date(endsAt) })}</p>
        <span className="mt-2 flex flex-wrap gap-2">
          {offered.map((decision) => (
            <Button
              key={decision}
              size="small"
              tone={decision === 'confirm' ? 'primary' : 'plain'}
              busy={busy && open === null}
              onClick={() => (decision === 'withdraw' ? void send(decision) : setOpen(decision))}
            >
              {t(`caps.request.${decision}`)}
            </Button>
          ))}
        </span>
      </Notice>
      {open === 'confirm' && (
        <ConfirmDialog
          open
          onClose={() => setOpen(null)}
          title={t('caps.request.confirmTitle')}
          question={t('caps.request.confirmQuestion', { name })}
          confirm={t('caps.request.confirm')}
          failure={failure}
          onConfirm={() => send('confirm')}
        />
      )}
      {open === 'refuse' && (
        <DecisionDialog
          title={t('caps.request.refuseTitle')}
          question={t('caps.request.refuseQuestion', { name })}
          requiresReason
          danger
          failure={failure}
          onDecide={(reason) => send('refuse', reason)}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
