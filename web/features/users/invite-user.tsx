import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { inviteUser, listUsers } from '#shared/contract/users.ts'
import { languageOf, languages } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { site } from '#web/lib/site-config.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Select, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { OrganisationField } from './organisation-field.tsx'
import { RoleChoice } from './role-choice.tsx'

const draftOf = { subject: 'invitation', fields: ['firstName', 'lastName', 'email'] as const }

/** `onInvited` receives the server's reply and must close the dialog. */
export function InviteUser({
  onClose,
  onInvited,
}: {
  onClose: () => void
  onInvited: (user: ReplyOf<typeof inviteUser>) => void
}) {
  const { t, i18n } = useTranslation()
  const { reach } = useSignedIn()
  const isWholeRegistry = reach('user.administer') === 'tenant'
  const draft = useDraftForm(draftOf, inviteUser.body, {
    firstName: '',
    lastName: '',
    email: '',
    role: 'General',
    // Required, so that nobody joins the admin's organisation by mistake.
    accountId: isWholeRegistry ? '' : undefined,
    language: languageOf(i18n.resolvedLanguage),
  })
  const { form, once } = draft
  const { act, refused } = useAct(inviteUser, { refresh: [listUsers], draft: once })
  const field = fieldsOf(form)
  return (
    <FormDialog
      title={t('users.invite')}
      description={`${t('users.inviteHelp')} ${t('users.atMost', { count: site().limits.accountUsers })}`}
      form={form}
      draft={draft}
      refused={refused}
      onSubmit={async (body) => {
        const invited = await act({ body })
        if (!invited) return null
        draft.forget()
        if (!invited.invitationUrl) toast({ tone: 'good', text: t('users.invited', { email: shownEmail(body.email) }) })
        onInvited(invited)
        // `onInvited` closes the dialog.
        return null
      }}
      onClose={onClose}
    >
      <DraftNotice draft={draft} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t('users.firstName')} maxLength={limits.name} autoComplete="off" {...field('firstName')} />
        <TextField label={t('users.lastName')} maxLength={limits.name} autoComplete="off" {...field('lastName')} />
      </div>
      <TextField
        label={t('users.email')}
        type="email"
        maxLength={limits.email}
        autoComplete="off"
        {...field('email')}
      />
      {isWholeRegistry && <OrganisationField form={form} />}
      <RoleChoice {...field('role')} />
      <Select
        label={t('users.language')}
        choices={languages.map((language) => ({ value: language, label: t(`languages.${language}`) }))}
        {...field('language')}
      />
    </FormDialog>
  )
}
