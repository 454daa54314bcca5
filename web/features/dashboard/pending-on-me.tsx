import type { CallOf } from '#shared/contract/endpoint.ts'
import type { listPending } from '#shared/contract/pending.ts'
import { listPendingCall, listRecipientRequestsCall } from '#shared/contract/pending-call.ts'
import type { listRecipientRequests } from '#shared/contract/recipient-requests.ts'
import { paths } from '#shared/rules/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'

const waiting: CallOf<typeof listPending> = listPendingCall
const requests: CallOf<typeof listRecipientRequests> = listRecipientRequestsCall

/** More movements than an account lets wait. */
const most = 100

/** Leads to the movements and recipients that the reader may approve or accept; hidden if there are none. */
export function PendingOnMe({ accountId }: { accountId: string }) {
  const { t } = useTranslation()
  const acts = useRead(waiting, { query: { accountId, state: 'waiting', limit: most } }).data
  const recipients = useRead(requests).data
  const mine = [...(acts?.items ?? []), ...(recipients?.items ?? [])].filter(({ decisions }) =>
    decisions.some((decision) => decision === 'proceed' || decision === 'confirm'),
  )
  return (['pending', 'recipients'] as const).map((kind) => {
    const count = mine.filter((one) => 'pendingId' in one === (kind === 'pending')).length
    return (
      count > 0 && (
        <div key={kind} className="mb-6">
          <Notice
            tone="waiting"
            title={
              <Link to={kind === 'pending' ? paths.wallet : paths.profile} className="underline underline-offset-2">
                {t(`dashboard.${kind}`, { count })}
              </Link>
            }
          />
        </div>
      )
    )
  })
}
