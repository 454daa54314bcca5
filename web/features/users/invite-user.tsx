import { useTranslation } from 'react-i18next'
import { listAccounts } from '#shared/contract/accounts.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { inviteUser, listUsers } from '#shared/contract/users.ts'
import { languageOf, languages } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { site } from '#web/lib/site-config.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useReadAll } from '#web/lib/use-read-all.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select, TextField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RoleChoice } from './role-choice.tsx'

const draft = { name: 'invitation', fields: ['firstName', 'lastName', 'email'] as const }

/** Invites a person; what the server said is handed to `onInvited`. */
export function InviteUser({
  onClose,
  onInvited,
}: {
  onClose: () => void
  onInvited: (user: ReplyOf<typeof inviteUser>) => void
}) {
  const { t, i18n } = useTranslation()
  const { reach, accountId } = useSignedIn()
  const isWholeRegistry = reach('user.administer') === 'tenant'
  const accounts = useReadAll(listAccounts, { when: isWholeRegistry })
  const { act, failure } = useAct(inviteUser, { refresh: [listUsers] })
  const { form, forget } = useDraftForm(draft, inviteUser.body, {
    firstName: '',
    lastName: '',
    email: '',
    role: 'General',
    accountId: isWholeRegistry ? accountId : undefined,
    language: languageOf(i18n.resolvedLanguage),
  })
  const { errors } = form.formState
  const close = () => {
    forget()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={t('users.invite')}
      description={`${t('users.inviteHelp')} ${t('users.atMost', { count: site().limits.accountUsers })}`}
    >
      <Form
        form={form}
        failure={failure}
        onSubmit={async (body) => {
          const invited = await act({ body })
          if (!invited) return
          forget()
          if (!invited.invitationUrl) toast({ tone: 'good', text: t('users.invited', { email: body.email }) })
          onInvited(invited)
        }}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={t('users.firstName')}
            maxLength={limits.name}
            autoComplete="off"
            error={errors.firstName?.message}
            {...form.register('firstName')}
          />
          <TextField
            label={t('users.lastName')}
            maxLength={limits.name}
            autoComplete="off"
            error={errors.lastName?.message}
            {...form.register('lastName')}
          />
        </div>
        <TextField
          label={t('users.email')}
          type="email"
          maxLength={limits.email}
          autoComplete="off"
          error={errors.email?.message}
          {...form.register('email')}
        />
        {isWholeRegistry && (
          <Select
            key={String(accounts.data !== undefined)}
            label={t('projects.column.account')}
            hint={t('users.accountHint')}
            choices={[
              { value: '', label: t('users.ownOrganisation') },
              ...(accounts.data ?? []).map((account) => ({ value: account.accountId, label: account.name })),
            ]}
            error={errors.accountId?.message}
            {...form.register('accountId', { setValueAs: (value: string | null) => value || null })}
          />
        )}
        <RoleChoice error={errors.role?.message} {...form.register('role')} />
        <Select
          label={t('users.language')}
          choices={languages.map((language) => ({ value: language, label: t(`languages.${language}`) }))}
          error={errors.language?.message}
          {...form.register('language')}
        />
        <Actions>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <SubmitButton>{t('users.invite')}</SubmitButton>
        </Actions>
      </Form>
    </Dialog>
  )
}
