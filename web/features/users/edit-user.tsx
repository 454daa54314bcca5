import { listUsers, type User, updateUser } from '#shared/contract/users.ts'
import { limits } from '#shared/rules/limits.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import { EditNotices } from '#web/domain/edit-notices.tsx'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { DateField, Select, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RoleChoice } from './role-choice.tsx'

const editable = ['ACTIVE', 'SUSPENDED'] as const

const userChanges = updateUser.body.omit({ username: true, was: true })

/** The status is editable only after the setup. */
export function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const { username, firstName, lastName, role, roleEndsOn = null } = user
  const status = editable.find((state) => state === user.status)
  const edit = useEditForm(updateUser, {
    subject: `user:${username}`,
    facts: { firstName, lastName, role, roleEndsOn, status },
    schema: userChanges,
    refresh: [listUsers],
  })
  const field = fieldsOf(edit.form)
  return (
    <FormDialog
      title={t('users.edit')}
      description={shownEmail(user.email)}
      form={edit.form}
      draft={edit}
      refused={edit.refused}
      submit={t('ui.save')}
      done={t('users.updated')}
      onSubmit={(body) => {
        if (Object.keys(body.was).length > 0) return edit.save({ body: { ...body, username } })
        onClose()
        return null
      }}
      onClose={onClose}
    >
      <EditNotices edit={edit} of="user" />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t('users.firstName')} maxLength={limits.name} {...field('firstName')} />
        <TextField label={t('users.lastName')} maxLength={limits.name} {...field('lastName')} />
      </div>
      <RoleChoice isRecorded={user.accountId !== null} {...field('role')} />
      {(edit.form.watch('role') === 'Viewer' || edit.form.watch('roleEndsOn')) && (
        <DateField
          label={t('accountRoles.endsOn')}
          hint={t('accountRoles.endsOnHint')}
          {...field('roleEndsOn', { setValueAs: (value: unknown) => value || null })}
        />
      )}
      {status && (
        <Select
          label={t('projects.column.status')}
          hint={t('users.suspendHint')}
          choices={editable.map((state) => ({ value: state, label: t(`status.user.${state}`) }))}
          {...field('status')}
        />
      )}
    </FormDialog>
  )
}
