import { accountKind, createAccount } from '#shared/contract/accounts.ts'
import { AccountFields } from '#web/domain/account-fields.tsx'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { Invitations } from '#web/domain/own-accounts.tsx'
import { CallError } from '#web/lib/call.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useRenewal } from '#web/lib/use-renewal.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Select } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Card, Page } from '#web/ui/page.tsx'

const empty = { name: '', type: 'proponent', country: '', registrationNumber: '', website: '' } as const

/** Renews the token after the registration, also if somebody else has registered the organisation. */
export function AccountForm({ onRegistered }: { onRegistered: () => void }) {
  const { t } = useTranslation()
  const renew = useRenewal(onRegistered)
  const { act, refused } = useAct(createAccount, {
    onFailure: (_, error) => {
      if (error instanceof CallError && error.code === 'already_registered') void renew()
    },
  })
  const draft = useDraftForm({ subject: 'account' }, createAccount.body, empty)
  const { form } = draft
  const field = fieldsOf(form)

  return (
    <Page title={t('onboarding.title')} lead={t('onboarding.lead')} narrow>
      <Invitations />
      <Card>
        <Form
          form={form}
          refused={refused}
          onSubmit={async (body) => {
            if (!(await act({ body }))) return
            draft.forget()
            await renew()
          }}
        >
          <DraftNotice draft={draft} />
          <AccountFields>
            <Select
              label={t('onboarding.type')}
              choices={accountKind.options.map((kind) => ({ value: kind, label: t(`accounts.kind.${kind}`) }))}
              {...field('type')}
            />
          </AccountFields>
          <BottomBar>
            <SubmitButton>{t('onboarding.submit')}</SubmitButton>
          </BottomBar>
        </Form>
      </Card>
    </Page>
  )
}
