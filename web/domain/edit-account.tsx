import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { type Account, listAccounts, readAccount, updateAccount } from '#shared/contract/accounts.ts'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { changesOf } from '#web/lib/changes-of.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { AccountFields } from './account-fields.tsx'

/** A button to correct an organisation's facts, for people who may; a rejected organisation applies again by it. */
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
  const { act, failure } = useAct(updateAccount, { refresh: [readAccount, listAccounts] })
  // The facts when the dialog opened. If another admin changes some in the meantime, they are not sent again.
  const [facts] = useState(() => factsOf(account))
  const form = useSchemaForm(changesTo(facts), facts)
  const { title, lead, submit, done } = words[correction]
  const { statusReason } = account
  return (
    <FormDialog
      title={t(title)}
      description={
        correction === 'reapply' && statusReason !== null ? t('notices.reason', { reason: statusReason }) : t(lead)
      }
      form={form}
      failure={failure}
      submit={t(submit)}
      done={t(done)}
      onSubmit={(body) => act({ body })}
      onClose={onClose}
    >
      <AccountFields />
    </FormDialog>
  )
}

type Facts = BodyOf<typeof updateAccount>

/**
 * Only changes are sent and validated, so that imported facts can stay as they are even if the form would refuse them.
 */
function changesTo(facts: Facts) {
  return z.transform((given: Facts) => changesOf(given, facts)).pipe(updateAccount.body)
}

function factsOf({ name, country, registrationNumber, website }: Account): Facts {
  return { name, country: country ?? '', registrationNumber: registrationNumber ?? '', website: website ?? '' }
}
