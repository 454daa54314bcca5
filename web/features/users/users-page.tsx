import { LogOut, Mail, Pencil, ShieldOff, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import {
  deleteUser,
  endUserSessions,
  listUsers,
  resendInvitation,
  resetFactors,
  type User,
  userRole,
} from '#shared/contract/users.ts'
import { paths } from '#shared/rules/paths.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import { isEmbeddedSignIn } from '#web/domain/embedded-sign-in.ts'
import { LinkOnce } from '#web/domain/link-once.tsx'
import { ListFilter, StatusFilter } from '#web/domain/list-filters.tsx'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { NoPage } from '#web/domain/no-page.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { EditUser } from './edit-user.tsx'
import { InviteUser } from './invite-user.tsx'
import { PeopleElsewhere } from './people-elsewhere.tsx'

type Open =
  | { what: 'invite' }
  | { what: 'edit' | 'delete' | 'resetFactors' | 'endSessions'; user: User }
  | { what: 'link'; url: string; name: string }

export function UsersPage() {
  return useSignedIn().may('user.administer') ? <Users /> : <NoPage reason="noAccess" />
}

function Users() {
  const { t } = useTranslation()
  const format = useFormat()
  const isWholeRegistry = useSignedIn().reach('user.administer') === 'tenant'
  const { isElsewhere } = site().oidc
  const [open, setOpen] = useState<Open | null>(null)
  const list = useList(listUsers, { given: { limit: 50 }, sort: 'lastName' })
  const close = () => setOpen(null)
  const acts = (
    <>
      <ButtonLink to={paths.roles}>{t('roles.title')}</ButtonLink>
      {!isElsewhere && (
        <Button tone="primary" icon={<UserPlus aria-hidden size={16} />} onClick={() => setOpen({ what: 'invite' })}>
          {t('users.invite')}
        </Button>
      )}
    </>
  )
  const columns: ListColumn<User>[] = [
    { label: t('users.firstName'), sort: 'firstName', value: (user) => user.firstName },
    { label: t('users.lastName'), sort: 'lastName', value: (user) => user.lastName },
    {
      label: t('users.email'),
      sort: 'email',
      cell: (user) => (
        <>
          <span className="max-md:break-all">{shownEmail(user.email)}</span>
          {user.isMailRefused && <span className="ml-2 text-sm text-bad">{t('users.mailRefused')}</span>}
        </>
      ),
    },
    {
      label: t('projects.column.status'),
      isShort: true,
      cell: (user) => <StatusBadge kind="user" status={user.status} />,
    },
    {
      label: t('users.role'),
      value: (user) =>
        user.roleEndsOn
          ? t('accountRoles.until', { role: t(`users.roles.${user.role}`), day: format.date(user.roleEndsOn) })
          : t(`users.roles.${user.role}`),
    },
    ...(isWholeRegistry
      ? [{ label: t('projects.column.account'), isCeding: true, value: (user: User) => user.account }]
      : []),
    {
      label: t('projects.column.action'),
      isAct: true,
      cell: (user) =>
        user.isSelf ? (
          <span className="text-sm text-ink-faint">{t('users.self')}</span>
        ) : (
          <UserActs user={user} onOpen={setOpen} />
        ),
    },
  ]
  return (
    <Page title={t('users.title')} lead={t(isWholeRegistry ? 'users.leadTenant' : 'users.leadAccount')} actions={acts}>
      {isElsewhere && <PeopleElsewhere />}
      <ListTable
        list={list}
        label={t('users.title')}
        columns={columns}
        keyOf={(user) => user.username}
        file="users"
        search={t('users.search')}
        filters={
          <>
            <StatusFilter list={list} kind="user" />
            <ListFilter
              list={list}
              name="role"
              label={t('users.role')}
              all={t('accountRoles.all')}
              choices={userRole.options.map((role) => ({ value: role, label: t(`users.roles.${role}`) }))}
            />
          </>
        }
        failed={t('users.readFailed')}
        empty={t('users.none')}
        nothingFound={t('users.none')}
      />
      {open?.what === 'invite' && (
        <InviteUser
          onClose={close}
          onInvited={(user) => {
            if (user.invitationUrl) setOpen({ what: 'link', url: user.invitationUrl, name: nameOf(user) })
            else close()
          }}
        />
      )}
      {open?.what === 'edit' && <EditUser user={open.user} onClose={close} />}
      {open?.what === 'delete' && <DeleteUser user={open.user} onClose={close} />}
      {open?.what === 'endSessions' && <EndSessions user={open.user} onClose={close} />}
      {open?.what === 'resetFactors' && <ResetFactors user={open.user} onClose={close} />}
      {open?.what === 'link' && (
        <LinkOnce
          url={open.url}
          title={t('users.linkTitle')}
          help={t('users.linkHelp', { name: open.name })}
          onClose={close}
        />
      )}
    </Page>
  )
}

function nameOf(user: User): string {
  return `${user.firstName} ${user.lastName}`.trim()
}

function UserActs({ user, onOpen }: { user: User; onOpen: (open: Open) => void }) {
  const { t } = useTranslation()
  const name = nameOf(user)
  const resend = useAct(resendInvitation, {
    refresh: [listUsers],
    onFailure: (reason) => toast({ tone: 'bad', text: `${t('users.resendFailed', { name })} ${reason}` }),
  })
  async function sendAgain() {
    const sent = await resend.act({ body: { username: user.username } })
    if (!sent) return
    if (sent.invitationUrl) onOpen({ what: 'link', url: sent.invitationUrl, name })
    else toast({ tone: 'good', text: t('users.resent', { email: shownEmail(user.email) }) })
  }
  return (
    <span className="inline-flex">
      {user.acts.includes('resend') && (
        <IconButton
          label={t('users.resendTo', { name })}
          icon={<Mail aria-hidden size={16} />}
          disabled={resend.busy}
          onClick={() => void sendAgain()}
        />
      )}
      {user.acts.includes('edit') && (
        <IconButton
          label={t('users.editNamed', { name })}
          icon={<Pencil aria-hidden size={16} />}
          onClick={() => onOpen({ what: 'edit', user })}
        />
      )}
      {isEmbeddedSignIn() && user.acts.includes('resetFactors') && (
        <IconButton
          label={t('endSessions.of', { name })}
          icon={<LogOut aria-hidden size={16} />}
          onClick={() => onOpen({ what: 'endSessions', user })}
        />
      )}
      {isEmbeddedSignIn() && user.acts.includes('resetFactors') && (
        <IconButton
          label={t('users.resetFactorsOf', { name })}
          icon={<ShieldOff aria-hidden size={16} />}
          onClick={() => onOpen({ what: 'resetFactors', user })}
        />
      )}
      {user.acts.includes('delete') && (
        <IconButton
          label={t('users.deleteNamed', { name })}
          icon={<Trash2 aria-hidden size={16} />}
          onClick={() => onOpen({ what: 'delete', user })}
        />
      )}
    </span>
  )
}

/** For those whose factors the reader may remove: active people, for admins of the registry. */
function EndSessions({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, failure, isLost } = useAct(endUserSessions, { refresh: [listUsers] })
  const name = nameOf(user)
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t('endSessions.act')}
      question={t('endSessions.question', { name })}
      confirm={t('endSessions.act')}
      failure={failure && (isLost ? failure : `${t('endSessions.failed', { name })} ${failure}`)}
      onConfirm={async () => {
        const done = await act({ body: { username: user.username } })
        if (done) toast({ tone: 'good', text: t('endSessions.done', { name, count: done.ended }) })
        return done
      }}
    />
  )
}

function ResetFactors({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, failure, isLost } = useAct(resetFactors, { refresh: [listUsers] })
  const name = nameOf(user)
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t('users.resetFactors')}
      question={t('users.resetFactorsQuestion', { name })}
      confirm={t('users.resetFactors')}
      failure={failure && (isLost ? failure : `${t('users.resetFactorsFailed', { name })} ${failure}`)}
      onConfirm={async () => {
        const done = await act({ body: { username: user.username } })
        if (done) toast({ tone: 'good', text: t('users.resetFactorsDone', { name }) })
        return done
      }}
    />
  )
}

function DeleteUser({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, failure, isLost } = useAct(deleteUser, { refresh: [listUsers] })
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t('users.delete')}
      question={t('users.deleteQuestion', { firstName: user.firstName, lastName: user.lastName })}
      confirm={t('users.delete')}
      failure={failure && (isLost ? failure : `${t('users.deleteFailed')} ${failure}`)}
      onConfirm={async () => {
        const done = await act({ query: { username: user.username }, body: { username: user.username } })
        if (done) toast({ tone: 'good', text: t('users.deleted') })
        return done
      }}
    />
  )
}
