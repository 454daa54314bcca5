import { useState } from 'react'
import { type ListedAccount, listAccounts } from '#shared/contract/accounts.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import { previewMovement, transferUnits, type WalletBalance } from '#shared/contract/wallet.ts'
import { limits } from '#shared/rules/limits.ts'
import { recordPath } from '#shared/rules/paths.ts'
import { walletReads } from '#web/domain/reads.ts'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Step } from '#web/ui/step.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MovementPreview, type Preview } from './movement-preview.tsx'
import { NameCheck, useNameCheck } from './name-check.tsx'
import { itemsOf, QuantityFields, useAboveBalance } from './quantity-fields.tsx'
import { withinBalances } from './within-balances.ts'

type Order = { body: ValidBodyOf<typeof transferUnits>; preview: Preview; recipient: ListedAccount }

/** Transfers units: asks for recipient and quantities, shows exactly what is moved, then asks for confirmation. */
export function TransferDialog({ assets, onClose }: { assets: readonly WalletBalance[]; onClose: () => void }) {
  const { t } = useTranslation()
  const [order, setOrder] = useState<Order | null>(null)
  const { userId } = useSignedIn()
  const check = useNameCheck(order?.recipient.name ?? '')
  const { act, busy, failure } = useAct(transferUnits, { refresh: walletReads })
  const { form, forget } = useTransferForm(assets)
  const close = () => {
    forget()
    onClose()
  }

  async function confirm({ body, recipient }: Order) {
    // Whose balances are read again afterwards.
    const moved = await act({ body: { ...body, userId } })
    if (!moved) return
    toast({
      tone: 'good',
      text: t('wallet.transferred', { recipient: recipient.name }),
      link: { to: recordPath(moved.transactionId), label: t('activity.openRecord') },
    })
    close()
  }
  return (
    <Dialog open onClose={close} title={t('wallet.transferTitle')} busy={busy} wide>
      {order ? (
        <MovementPreview
          preview={order.preview}
          facts={
            <Fact label={t('wallet.recipient')} wide>
              <Recipient account={order.recipient} />
            </Fact>
          }
          isReady={order.recipient.hasReceived || check.isRight}
          becomesPublic={t('wallet.transferPublic')}
          confirm={t('wallet.transferConfirm')}
          busy={busy}
          failure={failure}
          onConfirm={() => void confirm(order)}
          onBack={() => setOrder(null)}
        >
          {!order.recipient.hasReceived && (
            <NameCheck check={check} label={t('wallet.firstTransfer', { recipient: order.recipient.name })} />
          )}
        </MovementPreview>
      ) : (
        <Step key="form">
          <TransferForm form={form} assets={assets} onClose={close} onOrder={setOrder} />
        </Step>
      )}
    </Dialog>
  )
}

const draft = { name: 'transfer', fields: ['reason'] as const }

function useTransferForm(assets: readonly WalletBalance[]) {
  return useDraftForm(
    draft,
    withinBalances(transferUnits.body, assets),
    { toAccountId: '', items: itemsOf(assets), reason: undefined },
    useAboveBalance(assets),
  )
}

function TransferForm({
  form,
  assets,
  onClose,
  onOrder,
}: {
  form: ReturnType<typeof useTransferForm>['form']
  assets: readonly WalletBalance[]
  onClose: () => void
  onOrder: (order: Order) => void
}) {
  const { t } = useTranslation()
  const preview = useAct(previewMovement)
  const recipients = useRecipients()
  const field = fieldsOf(form)
  const chosen = form.watch('toAccountId')
  return (
    <Form
      form={form}
      failure={preview.failure}
      onSubmit={async (body) => {
        const recipient = recipients.chosen(body.toAccountId)
        const previewed = await preview.act({ body: { items: body.items } })
        if (!previewed || !recipient) return
        onOrder({ body, preview: previewed, recipient })
      }}
    >
      <Combobox
        label={t('wallet.recipient')}
        hint={t('wallet.recipientHint')}
        name="toAccountId"
        error={form.formState.errors.toAccountId?.message}
        choices={recipients.choices}
        value={chosen}
        onSearch={recipients.search}
        onChange={(value) => {
          recipients.remember(value)
          form.setValue('toAccountId', value, { shouldValidate: form.formState.isSubmitted })
        }}
      />
      <QuantityFields assets={assets} />
      <TextField label={t('wallet.reason')} upTo={limits.message} optional {...field('reason', orAbsent)} />
      <Actions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <SubmitButton>{t('wallet.preview')}</SubmitButton>
      </Actions>
    </Form>
  )
}

/** The accounts of the registry, searched on the server. The chosen one stays among the choices. */
function useRecipients() {
  const describe = useDescription()
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [kept, setKept] = useState<ListedAccount | null>(null)
  const { data } = useRead(listAccounts, { query: { q: typed || undefined, status: 'active', limit: 20 }, keep: true })
  const found = (data?.items ?? []).filter((account) => !account.isOwn)
  const accounts = kept && !found.some(({ accountId }) => accountId === kept.accountId) ? [kept, ...found] : found
  const chosen = (id: string) => accounts.find(({ accountId }) => accountId === id) ?? null
  return {
    choices: accounts.map((account) => ({
      value: account.accountId,
      label: account.name,
      detail: account.canReceive ? describe(account) : t('wallet.nobodyReceives'),
      disabled: !account.canReceive,
    })),
    search: setTyped,
    remember: (value: string) => setKept(chosen(value)),
    chosen,
  }
}

/** Returns how an account is told from others of its name: kind, country, id, and whether it received before. */
function useDescription(): (account: ListedAccount) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ type, country, accountId, hasReceived }) =>
    [
      t(`accounts.kind.${type}`),
      country && format.country(country),
      accountId,
      t(hasReceived ? 'wallet.receivedBefore' : 'wallet.neverReceived'),
    ]
      .filter(Boolean)
      .join(' · ')
}

function Recipient({ account }: { account: ListedAccount }) {
  const describe = useDescription()
  return (
    <>
      <span className="font-medium">{account.name}</span>
      <span className="block text-sm text-ink-faint break-words">{describe(account)}</span>
    </>
  )
}
