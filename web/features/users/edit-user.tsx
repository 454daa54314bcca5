import { listUsers, type User, updateUser } from '#shared/contract/users.ts'
import { limits } from '#shared/rules/limits.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Select, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RoleChoice } from './role-choice.tsx'

const editable = ['ACTIVE', 'SUSPENDED'] as const

/**
 * Changes a user's names and role and, once their setup is complete, whether they may sign in. Only changes are sent,
 * so that what another admin has changed in the meantime stays.
 */
export function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, failure } = useAct(updateUser, { refresh: [listUsers] })
  const status = editable.find((state) => state === user.status)
  const form = useSchemaForm(updateUser.body, {
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    status,
  })
  const field = fieldsOf(form)
  const { dirtyFields } = form.formState
  return (
    <FormDialog
      title={t('users.edit')}
      description={user.email}
      form={form}
      failure={failure}
      submit={t('ui.save')}
      done={t('users.updated')}
      onSubmit={({ username, ...values }) => {
        const changed = Object.entries(values).filter(([name]) => Object.hasOwn(dirtyFields, name))
        if (changed.length > 0) return act({ body: { username, ...Object.fromEntries(changed) } })
        onClose()
        return null
      }}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t('users.firstName')} maxLength={limits.name} {...field('firstName')} />
        <TextField label={t('users.lastName')} maxLength={limits.name} {...field('lastName')} />
      </div>
      <RoleChoice {...field('role')} />
      {status && (
        <Select
          label={t('projects.column.status')}
          hint={t('users.suspendHint')}
          choices={editable.map((state) => ({ value: state, label: t(`users.status.${state}`) }))}
          {...field('status')}
        />
      )}
    </FormDialog>
  )
}
