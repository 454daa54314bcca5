import type { Account } from '#shared/contract/accounts.ts'
import { EditAccountButton } from '#web/domain/edit-account.tsx'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'

/** States why the organisation cannot move units, and what to do. */
export function AccountNotice({ account, status }: { account: Account; status: Exclude<Account['status'], 'active'> }) {
  const { t } = useTranslation()
  const { statusReason } = account
  return (
    <div className="mb-6">
      <Notice tone={status === 'pending' ? 'waiting' : 'bad'} title={t(`dashboard.account.${status}`)}>
        <p className="wrap-anywhere">
          {statusReason === null ? t(`dashboard.accountHelp.${status}`) : t('notices.reason', { reason: statusReason })}
        </p>
        {status === 'rejected' && (
          <div className="mt-3">
            <EditAccountButton account={account} />
          </div>
        )}
      </Notice>
    </div>
  )
}
