import type { CallOf } from '#shared/contract/endpoint.ts'
import { listPendingCall, listRecipientRequestsCall } from '#shared/contract/member-calls.ts'
import type { listPending, PendingAct } from '#shared/contract/pending.ts'
import type { listRecipientRequests } from '#shared/contract/recipient-requests.ts'
import { paths } from '#shared/rules/paths.ts'
import { pendingListPath } from '#shared/rules/pending-path.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'

const waiting: CallOf<typeof listPending> = listPendingCall
const requests: CallOf<typeof listRecipientRequests> = listRecipientRequestsCall

/** More movements than an account lets wait. */
const most = 100

/** Leads to the acts and recipients on which the reader may decide; hidden if there are none. */
export function PendingOnMe({ accountId, isAdmin }: { accountId: string; isAdmin: boolean }) {
  const { t } = useTranslation()
  const query = { state: 'waiting', limit: most } as const
  const acts = useRead(waiting, { query: { ...query, accountId } }).data?.items
  const ofRegistry = useRead(waiting, { query, when: isAdmin }).data?.items
  // An account that does not exist was not found above.
  const recipients = useRead(requests, { when: acts !== undefined }).data?.items
  return [
    { kind: 'pending' as const, to: paths.wallet, items: acts?.filter(isOfAccount) },
    { kind: 'registryPending' as const, to: pendingListPath({ of: 'registry', state: 'waiting' }), items: ofRegistry },
    { kind: 'recipients' as const, to: paths.profile, items: recipients },
  ].map(({ kind, to, items = [] }) => {
    const count = items.filter(({ decisions }) => decisions.some(isApproval)).length
    return (
      count > 0 && (
        <div key={kind} className="mb-6">
          <Notice
            tone="waiting"
            title={
              <Link to={to} className="underline underline-offset-2">
                {t(`dashboard.${kind}`, { count })}
              </Link>
            }
          />
        </div>
      )
    )
  })
}

/** On mints and burns admins of the registry decide. */
const isOfAccount = ({ type }: PendingAct) => type === 'transfer' || type === 'claim'

const isApproval = (decision: string) => decision === 'proceed' || decision === 'confirm'
