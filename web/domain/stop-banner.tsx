import { useState } from 'react'
import { type AccountStop, listAccounts, readAccount } from '#shared/contract/accounts.ts'
import { liftStop } from '#shared/contract/stops.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DecisionDialog } from './decision-dialog.tsx'

type Stopped = { accountId: string; name: string; stop: AccountStop }

/** Since when, by whom and why no unit leaves the account, and who can change that. */
export function StopBanner({ accountId, name, stop }: Stopped) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isLifting, setLifting] = useState(false)
  const { since, by, isByLink, reason, mayLift } = stop
  return (
    <div className="mb-6">
      <Notice tone="bad" title={t('stop.title', { account: name })}>
        <p className="wrap-anywhere">
          {t(isByLink ? 'stop.sinceByLink' : 'stop.since', { time: format.time(since), by })}
          {reason !== null && ` ${t('notices.reason', { reason })}`}
        </p>
        <p className="mt-2">{t('stop.meaning')}</p>
        <p className="mt-2">{t('stop.whoLifts', { by })}</p>
        {mayLift && (
          <div className="mt-3">
            <Button onClick={() => setLifting(true)}>{t('stop.lift')}</Button>
          </div>
        )}
      </Notice>
      {isLifting && <Lift accountId={accountId} name={name} onClose={() => setLifting(false)} />}
    </div>
  )
}

function Lift({ accountId, name, onClose }: Omit<Stopped, 'stop'> & { onClose: () => void }) {
  const { t } = useTranslation()
  const { act, failure } = useAct(liftStop, { refresh: [readAccount, listAccounts] })
  return (
    <DecisionDialog
      title={t('stop.lift')}
      question={t('stop.liftQuestion', { account: name })}
      requiresReason
      danger={false}
      failure={failure}
      onClose={onClose}
      done={t('stop.lifted', { account: name })}
      onDecide={(reason = '') => act({ params: { accountId }, body: { reason } })}
    />
  )
}
