import type { CallOf } from '#shared/contract/endpoint.ts'
import type { listPending } from '#shared/contract/pending.ts'
import { listPendingCall } from '#shared/contract/pending-call.ts'
import { paths } from '#shared/rules/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'

const waiting: CallOf<typeof listPending> = listPendingCall

/** More movements than an account lets wait. */
const most = 100

/** Leads to the movements that the reader may approve or accept; hidden if there are none. */
export function PendingOnMe({ accountId }: { accountId: string }) {
  const { t } = useTranslation()
  const { data } = useRead(waiting, { query: { accountId, state: 'waiting', limit: most } })
  const count = data?.items.filter(({ decisions }) => decisions.includes('proceed')).length ?? 0
  if (count === 0) return null
  return (
    <div className="mb-6">
      <Notice
        tone="waiting"
        title={
          <Link to={paths.wallet} className="underline underline-offset-2">
            {t('dashboard.pending', { count })}
          </Link>
        }
      />
    </div>
  )
}
