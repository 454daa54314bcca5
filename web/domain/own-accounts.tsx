import { useState } from 'react'
import {
  type AccountInvitation,
  acceptInvitation,
  declineInvitation,
  leaveAccount,
  type OwnAccount,
  readOwnAccounts,
} from '#shared/contract/own-accounts.ts'
import { paths } from '#shared/rules/paths.ts'
import { RowAct } from '#web/domain/row-act.tsx'
import { choose, stayWith } from '#web/lib/chosen-account.ts'
import { useFormat } from '#web/lib/format.ts'
import { sayAfterLoad } from '#web/lib/said-after-load.ts'
import { useAuth } from '#web/lib/sign-in.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge, Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Card, Section } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Invitations to accounts of the registry. */
export function Invitations() {
  const { data } = useRead(readOwnAccounts)
  return data?.invitations.map((invitation) => <Invitation key={invitation.invitationId} invitation={invitation} />)
}

function Invitation({
  invitation: { invitationId, account, accountId, role, invitedAt },
}: {
  invitation: AccountInvitation
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const session = useSignedIn()
  const { signinSilent } = useAuth()
  const [open, setOpen] = useState<'accept' | 'decline' | null>(null)
  const accepting = useAct(acceptInvitation, { refresh: [readOwnAccounts] })
  const declining = useAct(declineInvitation, { refresh: [readOwnAccounts] })
  const params = { invitationId }
  const named = { account, role: t(`users.roles.${role}`) }
  async function accept() {
    const accepted = await accepting.act({ params })
    if (!accepted) return null
    if (session.accountId !== null) stayWith(session.userId, session.accountId)
    // Only renewed tokens name the account.
    const renewed = await signinSilent().catch(() => null)
    if (renewed && session.accountId === null) choose(session.userId, accountId, paths.home)
    toast({ tone: 'good', text: t(renewed ? 'ownAccounts.accepted' : 'ownAccounts.acceptedLater', named) })
    return accepted
  }
  async function decline() {
    const declined = await declining.act({ params })
    if (declined) toast({ tone: 'good', text: t('ownAccounts.declined', named) })
    return declined
  }
  return (
    <div className="mb-6">
      <Notice tone="waiting" title={t('ownAccounts.invited', named)}>
        <p>{t('ownAccounts.invitedAs', { ...named, day: format.date(invitedAt) })}</p>
        <span className="mt-2 flex flex-wrap gap-2">
          <Button size="small" tone="primary" onClick={() => setOpen('accept')}>
            {t('ownAccounts.accept')}
          </Button>
          <Button size="small" onClick={() => setOpen('decline')}>
            {t('ownAccounts.decline')}
          </Button>
        </span>
      </Notice>
      <ConfirmDialog
        open={open === 'accept'}
        onClose={() => setOpen(null)}
        title={t('ownAccounts.acceptTitle', named)}
        question={t('ownAccounts.acceptQuestion', named)}
        confirm={t('ownAccounts.accept')}
        failure={accepting.failure}
        onConfirm={accept}
      />
      <ConfirmDialog
        open={open === 'decline'}
        onClose={() => setOpen(null)}
        title={t('ownAccounts.declineTitle', named)}
        question={t('ownAccounts.declineQuestion', named)}
        confirm={t('ownAccounts.decline')}
        danger
        failure={declining.failure}
        onConfirm={decline}
      />
    </div>
  )
}

/** The accounts of a person with several. */
export function OwnAccounts() {
  const { t } = useTranslation()
  const accounts = useRead(readOwnAccounts).data?.accounts ?? []
  const [left, setLeft] = useState<OwnAccount | null>(null)
  if (accounts.length < 2) return null
  return (
    <Section title={t('ownAccounts.title')}>
      <p className="-mt-2 mb-4 text-sm text-ink-faint">{t('ownAccounts.lead')}</p>
      <Card>
        <ul className="divide-y divide-line">
          {accounts.map((account) => (
            <Own key={account.accountId} account={account} onLeave={() => setLeft(account)} />
          ))}
        </ul>
      </Card>
      {left && <Leave account={left} onClose={() => setLeft(null)} />}
    </Section>
  )
}

function Own({ account, onLeave }: { account: OwnAccount; onLeave: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const session = useSignedIn()
  const { accountId, name, role, roleEndsOn } = account
  const named = t(`users.roles.${role}`)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-soft">
          {roleEndsOn ? t('accountRoles.until', { role: named, day: format.date(roleEndsOn) }) : named}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {accountId === session.accountId ? (
          <Badge tone="good">{t('ownAccounts.actsNow')}</Badge>
        ) : session.accounts.includes(accountId) ? (
          <RowAct
            act={t('ownAccounts.actFor')}
            row={name}
            onAct={() => choose(session.userId, accountId, paths.home)}
          />
        ) : (
          <span className="text-sm text-ink-faint">{t('ownAccounts.afterSignIn')}</span>
        )}
        <RowAct act={t('ownAccounts.leave')} row={name} onAct={onLeave} />
      </div>
    </li>
  )
}

function Leave({ account: { accountId, name }, onClose }: { account: OwnAccount; onClose: () => void }) {
  const { t } = useTranslation()
  const session = useSignedIn()
  const { signinSilent } = useAuth()
  const { act, failure } = useAct(leaveAccount, { refresh: [readOwnAccounts] })
  async function leave() {
    const done = await act({ params: { accountId } })
    if (!done) return null
    const said = { tone: 'good', text: t('ownAccounts.left', { account: name }) } as const
    const isOfTab = accountId === session.accountId
    if (isOfTab) sayAfterLoad(said)
    else toast(said)
    // Only renewed tokens name the account no more.
    await signinSilent().catch(() => null)
    const first = done.accounts[0]?.accountId
    if (isOfTab && first !== undefined) choose(session.userId, first, paths.home)
    return done
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('ownAccounts.leaveNamed', { account: name })}
      question={t('ownAccounts.leaveQuestion', { account: name })}
      confirm={t('ownAccounts.leave')}
      danger
      failure={failure}
      onConfirm={leave}
    />
  )
}
