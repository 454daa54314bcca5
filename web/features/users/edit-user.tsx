import { useTranslation } from 'react-i18next'
import { listUsers, type User, updateUser } from '#shared/contract/users.ts'
import { limits } from '#shared/rules/limits.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select, TextField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RoleChoice } from './role-choice.tsx'

const editable = ['ACTIVE', 'SUSPENDED'] as const

/**
 * Changes a user's names, role and, once they have set themselves up, whether they may sign in. Only what was changed
 * here is sent, so that what another admin has changed meanwhile stays.
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
  const { errors, dirtyFields } = form.formState
  return (
    <Dialog open onClose={onClose} title={t('users.edit')} description={user.email}>
      <Form
        form={form}
        failure={failure}
        onSubmit={async ({ username, ...values }) => {
          const changed = Object.entries(values).filter(([name]) => Object.hasOwn(dirtyFields, name))
          if (changed.length === 0) return onClose()
          if (!(await act({ body: { username, ...Object.fromEntries(changed) } }))) return
          toast({ tone: 'good', text: t('users.updated') })
          onClose()
        }}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={t('users.firstName')}
            maxLength={limits.name}
            error={errors.firstName?.message}
            {...form.register('firstName')}
          />
          <TextField
            label={t('users.lastName')}
            maxLength={limits.name}
            error={errors.lastName?.message}
            {...form.register('lastName')}
          />
        </div>
        <RoleChoice error={errors.role?.message} {...form.register('role')} />
        {status && (
          <Select
            label={t('projects.column.status')}
            hint={t('users.suspendHint')}
            choices={editable.map((state) => ({ value: state, label: t(`users.status.${state}`) }))}
            error={errors.status?.message}
            {...form.register('status')}
          />
        )}
        <Actions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <SubmitButton>{t('ui.save')}</SubmitButton>
        </Actions>
      </Form>
    </Dialog>
  )
}
