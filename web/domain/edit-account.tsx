import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { type Account, listAccounts, readAccount, updateAccount } from '#shared/contract/accounts.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { AccountFields } from './account-fields.tsx'
import { EditNotices } from './edit-notices.tsx'

/** A rejected organisation applies again with this form. */
export function EditAccountButton({ account }: { account: Account }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [correction] = account.acts
  if (!correction) return null
  return (
    <>
      <Button icon={<Pencil aria-hidden size={16} />} onClick={() => setOpen(true)}>
        {t(`accounts.${correction}`)}
      </Button>
      {isOpen && <EditAccount account={account} correction={correction} onClose={() => setOpen(false)} />}
    </>
  )
}

const words = {
  edit: { title: 'profile.account', lead: 'accounts.editLead', submit: 'ui.save', done: 'accounts.edited' },
  reapply: {
    title: 'accounts.reapply',
    lead: 'dashboard.accountHelp.rejected',
    submit: 'accounts.reapplyNow',
    done: 'accounts.reapplied',
  },
} as const

function EditAccount({
  account,
  correction,
  onClose,
}: {
  account: Account
  correction: keyof typeof words
  onClose: () => void
}) {
  const { t } = useTranslation()
  const edit = useEditForm(updateAccount, {
    subject: `account:${account.accountId}`,
    facts: factsOf(account),
    schema: accountChanges,
    refresh: [readAccount, listAccounts],
  })
  const { title, lead, submit, done } = words[correction]
  const { statusReason } = account
  return (
    <FormDialog
      title={t(title)}
      description={
        correction === 'reapply' && statusReason !== null ? t('notices.reason', { reason: statusReason }) : t(lead)
      }
      form={edit.form}
      draft={edit}
      refused={edit.refused}
      submit={t(submit)}
      done={t(done)}
      onSubmit={(body) => edit.save({ body })}
      onClose={onClose}
    >
      <EditNotices edit={edit} of="account" />
      <AccountFields />
    </FormDialog>
  )
}

const accountChanges = updateAccount.body.omit({ was: true })

function factsOf({ name, country, registrationNumber, website }: Account) {
  return { name, country: country ?? '', registrationNumber: registrationNumber ?? '', website: website ?? '' }
}
