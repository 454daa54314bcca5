import { useState } from 'react'
import {
  accountStatus,
  decideAccount,
  type ListedAccount,
  letReceive,
  listAccounts,
} from '#shared/contract/accounts.ts'
import { holdingsPath } from '#shared/rules/paths.ts'
import { DaysWaiting } from '#web/domain/days-waiting.tsx'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { ListFilter } from '#web/domain/list-filters.tsx'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { RowAct } from '#web/domain/row-act.tsx'
import { StatusBadge, statusesOf } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useList } from '#web/lib/use-list.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'
import { DecisionButtons } from './decision-buttons.tsx'

type ChosenDecision = { account: ListedAccount; act: ListedAccount['acts'][number] }

/** The `status` that shows all accounts; the default is `pending`. */
const every = 'every'

export function AccountsQueue() {
  const { t } = useTranslation()
  const format = useFormat()
  const [shown] = useUrlState('status')
  const [chosen, setChosen] = useState<ChosenDecision | null>(null)
  const [receiving, setReceiving] = useState<ListedAccount | null>(null)
  const status = shown === every ? undefined : (accountStatus.safeParse(shown).data ?? 'pending')
  const list = useList(listAccounts, { given: { status } })
  const columns: ListColumn<ListedAccount>[] = [
    {
      label: t('review.account.name'),
      cell: (account) => <AccountName account={account} />,
    },
    { label: t('review.account.type'), value: (account) => t(`accounts.kind.${account.type}`) },
    {
      label: t('review.account.country'),
      cell: (account) => account.country && format.country(account.country),
    },
    {
      label: t('review.account.status'),
      isShort: true,
      cell: (account) => (
        <span className="flex flex-wrap gap-1 max-md:justify-end">
          <StatusBadge kind="account" status={account.status} />
          {account.stop && <Badge tone="bad">{t('review.account.stopped')}</Badge>}
        </span>
      ),
    },
    {
      label: t('review.account.since'),
      isShort: true,
      isDetail: true,
      cell: (account) => format.date(account.createdAt),
    },
    {
      label: t('review.waiting'),
      isShort: true,
      cell: (account) => waitingSince(account) && <DaysWaiting since={account.appliedAt} />,
    },
    {
      label: t('projects.column.action'),
      isAct: true,
      cell: (account) => {
        if (account.isOwn) return <span className="text-sm text-ink-faint">{t('review.ownAccount')}</span>
        return (
          <span className="flex flex-wrap gap-2 max-lg:justify-end">
            <DecisionButtons
              name={account.name}
              acts={account.acts}
              wordOf={(act) => t(`review.accountAct.${act}`)}
              onChoose={(act) => setChosen({ account, act })}
            />
            {account.status === 'active' && !account.hasPeople && (
              <RowAct
                act={t(account.canReceive ? 'review.stopReceiving.act' : 'review.letReceive.act')}
                row={account.name}
                onAct={() => setReceiving(account)}
              />
            )}
          </span>
        )
      },
    },
  ]
  return (
    <>
      <ListTable
        list={list}
        label={t('review.tab.accounts')}
        columns={columns}
        keyOf={(account) => account.accountId}
        file="accounts"
        search={t('review.account.search')}
        filters={
          <ListFilter
            list={list}
            name="status"
            label={t('review.account.status')}
            all={t('status.account.pending')}
            choices={[
              ...statusesOf('account')
                .filter(({ status }) => status !== 'pending')
                .map(({ status, word }) => ({ value: status, label: t(word) })),
              { value: every, label: t('review.account.every') },
            ]}
          />
        }
        rows={5}
        empty={t(shown ? 'ui.nothingFound' : 'review.noAccounts')}
      />
      {receiving && <Receiving account={receiving} onClose={() => setReceiving(null)} />}
      {chosen && <AccountDecision chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

/** When a pending account applied, else null. */
const waitingSince = ({ status, appliedAt }: ListedAccount) => (status === 'pending' ? appliedAt : null)

/** The name with the facts that an admin needs for a decision. */
function AccountName({ account }: { account: ListedAccount }) {
  const { t } = useTranslation()
  const { accountId, name, registrationNumber, website, statusReason, hasPeople } = account
  const facts = [registrationNumber, website, statusReason, hasPeople ? null : t('review.nobody')].filter(
    (fact) => fact !== null,
  )
  return (
    <>
      <Link to={holdingsPath(accountId)} className="row-link">
        {name}
      </Link>
      {facts.length > 0 && (
        <span className="text-sm font-normal text-ink-faint max-md:block md:ml-2">{facts.join(' · ')}</span>
      )}
    </>
  )
}

/** Enables or disables receiving for an account without people. */
function Receiving({
  account: { accountId, name, canReceive },
  onClose,
}: {
  account: ListedAccount
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { act, failure } = useAct(letReceive, { refresh: [listAccounts] })
  const change = canReceive ? 'stopReceiving' : 'letReceive'
  return (
    <DecisionDialog
      title={t(`review.${change}.act`)}
      question={t(`review.${change}.question`, { name })}
      requiresReason
      danger={!canReceive}
      failure={failure}
      onClose={onClose}
      done={t(`review.${change}.done`, { name })}
      onDecide={(reason = '') => act({ params: { accountId }, body: { mayReceive: !canReceive, reason } })}
    />
  )
}

function AccountDecision({ chosen: { account, act }, onClose }: { chosen: ChosenDecision; onClose: () => void }) {
  const { t } = useTranslation()
  const decide = useAct(decideAccount, { refresh: [listAccounts] })
  const { accountId, name } = account
  const isRefusal = act === 'reject' || act === 'suspend'
  return (
    <DecisionDialog
      title={t(`review.accountAct.${act}`)}
      question={t(`review.accountQuestion.${act}`, { name })}
      requiresReason={isRefusal}
      danger={isRefusal}
      failure={decide.failure}
      onClose={onClose}
      done={t(`review.accountDone.${act}`, { name })}
      onDecide={(reason) => decide.act({ params: { accountId }, body: { act, reason } })}
    />
  )
}
