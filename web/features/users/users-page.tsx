import { Mail, Pencil, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteUser, listUsers, resendInvitation, type User } from '#shared/contract/users.ts'
import { paths } from '#shared/rules/paths.ts'
import { ExportCsv } from '#web/lib/export-csv.tsx'
import { site } from '#web/lib/site-config.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import type { useUrlList } from '#web/lib/use-url-list.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Page, Toolbar } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { FilterSelect, SearchField } from '#web/ui/search-field.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { EditUser } from './edit-user.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { InviteUser } from './invite-user.tsx'
import { PeopleElsewhere } from './people-elsewhere.tsx'
import { userStatuses, useUserFilters } from './use-user-filters.ts'

const tones: Record<User['status'], Tone> = { 'SETUP IN PROGRESS': 'waiting', ACTIVE: 'good', SUSPENDED: 'warn' }

type Open = { what: 'invite' } | { what: 'edit' | 'delete'; user: User } | { what: 'link'; url: string; name: string }

/** The users of the account (of the registry, for its admins): invite, edit, suspend, send again, delete. */
export function UsersPage() {
  const { t } = useTranslation()
  const session = useSignedIn()
  const [open, setOpen] = useState<Open | null>(null)
  const { list, query, isFiltered } = useUserFilters()
  const users = useRead(listUsers, { query, keep: true, when: session.isAdmin })
  const close = () => setOpen(null)
  if (!session.isAdmin)
    return (
      <Page title={t('errors.noAccess')} lead={t('errors.noAccessHelp')} narrow>
        {null}
      </Page>
    )
  const { isElsewhere } = site().oidc
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
  return (
    <Page
      title={t('users.title')}
      lead={t(session.isTenantAdmin ? 'users.leadTenant' : 'users.leadAccount')}
      actions={acts}
    >
      {isElsewhere && <PeopleElsewhere />}
      <UserToolbar list={list} query={query} />
      <Loaded
        from={users}
        rows={6}
        failed={t('users.readFailed')}
        isEmpty={(page) => page.items.length === 0}
        empty={<Empty text={t(isFiltered ? 'ui.nothingFound' : 'users.none')} />}
      >
        {(page) => (
          <>
            <UserTable users={page.items} list={list} onOpen={setOpen} />
            <Pager
              total={page.total}
              shown={page.items.length}
              onPrevious={list.previous}
              onNext={list.next(page.nextCursor)}
            />
          </>
        )}
      </Loaded>
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
      {open?.what === 'link' && <InvitationLink url={open.url} name={open.name} onClose={close} />}
    </Page>
  )
}

function nameOf(user: User): string {
  return `${user.firstName} ${user.lastName}`.trim()
}

function UserToolbar({ list, query }: Pick<ReturnType<typeof useUserFilters>, 'list' | 'query'>) {
  const { t } = useTranslation()
  return (
    <Toolbar>
      <SearchField label={t('users.search')} value={list.q} onChange={list.setQ} />
      <FilterSelect
        label={t('projects.column.status')}
        all={t('projects.allStatuses')}
        value={list.filter('status')}
        choices={userStatuses.map((status) => ({ value: status, label: t(`users.status.${status}`) }))}
        onChange={(value) => list.setFilter('status', value)}
      />
      <div className="sm:ml-auto">
        <ExportCsv
          endpoint={listUsers}
          query={query}
          name="users"
          fields={[
            { label: t('users.firstName'), of: (user) => user.firstName },
            { label: t('users.lastName'), of: (user) => user.lastName },
            { label: t('users.email'), of: (user) => user.email },
            { label: t('projects.column.status'), of: (user) => t(`users.status.${user.status}`) },
            { label: t('users.role'), of: (user) => t(`users.roles.${user.role}`) },
            { label: t('projects.column.account'), of: (user) => user.account },
          ]}
        />
      </div>
    </Toolbar>
  )
}

function UserTable({
  users,
  list,
  onOpen,
}: {
  users: readonly User[]
  list: ReturnType<typeof useUrlList>
  onOpen: (open: Open) => void
}) {
  const { t } = useTranslation()
  const { isTenantAdmin } = useSignedIn()
  const columns: Column<User>[] = [
    { id: 'firstName', label: t('users.firstName'), sort: 'firstName', cell: (user) => user.firstName },
    { id: 'lastName', label: t('users.lastName'), sort: 'lastName', cell: (user) => user.lastName },
    {
      id: 'email',
      label: t('users.email'),
      sort: 'email',
      cell: (user) => <span className="break-all">{user.email}</span>,
    },
    {
      id: 'status',
      label: t('projects.column.status'),
      cell: (user) => <Badge tone={tones[user.status]}>{t(`users.status.${user.status}`)}</Badge>,
    },
    { id: 'role', label: t('users.role'), cell: (user) => t(`users.roles.${user.role}`) },
    ...(isTenantAdmin
      ? [{ id: 'account', label: t('projects.column.account'), cell: (user: User) => user.account }]
      : []),
    {
      id: 'action',
      label: t('projects.column.action'),
      cell: (user) =>
        user.isSelf ? (
          <span className="text-sm text-ink-faint">{t('users.self')}</span>
        ) : (
          <UserActs user={user} onOpen={onOpen} />
        ),
    },
  ]
  return (
    <Table
      label={t('users.title')}
      columns={columns}
      rows={users}
      keyOf={(user) => user.username}
      sort={list.sort}
      onSort={list.setSort}
    />
  )
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
    else toast({ tone: 'good', text: t('users.resent', { email: user.email }) })
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

function DeleteUser({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, failure } = useAct(deleteUser, { refresh: [listUsers] })
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t('users.delete')}
      question={t('users.deleteQuestion', { firstName: user.firstName, lastName: user.lastName })}
      confirm={t('users.delete')}
      failure={failure && `${t('users.deleteFailed')} ${failure}`}
      onConfirm={async () => {
        const done = await act({ query: { username: user.username }, body: { username: user.username } })
        if (done) toast({ tone: 'good', text: t('users.deleted') })
        return done
      }}
    />
  )
}
