import type { UseFormReturn } from 'react-hook-form'
import { listAccounts } from '#shared/contract/accounts.ts'
import type { BodyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import type { inviteUser } from '#shared/contract/users.ts'
import { useChoices } from '#web/domain/use-choices.ts'
import { choicesOf } from '#web/lib/form-fields.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Checkbox } from '#web/ui/field.tsx'

type InvitationForm = UseFormReturn<BodyOf<typeof inviteUser>, unknown, ValidBodyOf<typeof inviteUser>>

/** An existing organisation, or none if the person registers one. */
export function OrganisationField({ form }: { form: InvitationForm }) {
  const { t } = useTranslation()
  const registersOne = form.watch('accountId') === null
  return (
    <>
      <Checkbox
        label={t('users.ownOrganisation')}
        name="ownOrganisation"
        checked={registersOne}
        onChange={({ target: { checked } }) => form.setValue('accountId', checked ? null : '')}
      />
      {!registersOne && <ChoiceOfOrganisation form={form} />}
    </>
  )
}

function ChoiceOfOrganisation({ form }: { form: InvitationForm }) {
  const { t } = useTranslation()
  const { value, props } = choicesOf(form)('accountId')
  const from = useChoices(listAccounts, {
    value,
    choiceOf: ({ accountId, name, type }) => ({ value: accountId, label: name, detail: t(`accounts.kind.${type}`) }),
  })
  return <Combobox label={t('projects.column.account')} hint={t('users.accountHint')} from={from} {...props} />
}
