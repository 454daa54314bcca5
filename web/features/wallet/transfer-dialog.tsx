import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type ListedAccount, listAccounts } from '#shared/contract/accounts.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import { previewMovement, transferUnits, type WalletBalance } from '#shared/contract/wallet.ts'
import { mayBeTransferred } from '#shared/rules/claim.ts'
import { limits } from '#shared/rules/limits.ts'
import { recordPath } from '#shared/rules/paths.ts'
import { pendingPath } from '#shared/rules/pending-path.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { walletReads } from '#web/domain/reads.ts'
import { useChoices } from '#web/domain/use-choices.ts'
import { choicesOf, fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Step } from '#web/ui/step.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CapsBefore } from './caps-left.tsx'
import { MovementPreview, type Preview, shownAnew } from './movement-preview.tsx'
import { NameCheck, useNameCheck } from './name-check.tsx'
import { idsOf, itemsOf, QuantityFields, useAboveBalance } from './quantity-fields.tsx'
import { withinBalances } from './within-balances.ts'

type Order = { body: ValidBodyOf<typeof transferUnits>; preview: Preview; recipient: ListedAccount }

/** Transfers units: asks for recipient and quantities, shows the exact units, then asks for confirmation. */
export function TransferDialog({ assets, onClose }: { assets: readonly WalletBalance[]; onClose: () => void }) {
  const { t } = useTranslation()
  const [order, setOrder] = useState<Order | null>(null)
  const { userId } = useSignedIn()
  const check = useNameCheck(order ? nameIn(order) : '')
  const draft = useTransferForm(assets)
  const navigate = useNavigate()
  const { act, busy, failure } = useAct(transferUnits, {
    refresh: walletReads,
    draft: draft.once,
    onFailure: (_, error) => setOrder((shown) => shownAnew(shown, error)),
  })
  const close = () => {
    draft.forget()
    onClose()
  }

  async function confirm(order: Order) {
    const { body, preview } = order
    // Names the wallet to refresh afterwards; grants nothing.
    const moved = await act({ body: { ...body, userId, previewId: preview.previewId } })
    if (!moved) return
    if ('pendingId' in moved) {
      close()
      return navigate(pendingPath(moved.pendingId))
    }
    toast({
      tone: 'good',
      text: t('wallet.transferred', { recipient: nameIn(order) }),
      link: { to: recordPath(moved.transactionId), label: t('activity.openRecord') },
    })
    close()
  }
  return (
    <Dialog open onClose={close} title={t('wallet.transferTitle')} busy={busy} wide>
      {order ? (
        <MovementPreview
          preview={order.preview}
          type="transfer"
          facts={
            <Fact label={t('wallet.recipient')} wide>
              <Recipient account={order.recipient} name={nameIn(order)} />
            </Fact>
          }
          isReady={(order.recipient.hasReceived || check.isRight) && order.preview.items.every(mayBeTransferred)}
          becomesPublic={t('wallet.transferPublic')}
          confirm={t('wallet.transferConfirm')}
          busy={busy}
          failure={failure}
          onConfirm={() => void confirm(order)}
          onBack={() => setOrder(null)}
        >
          {!order.preview.items.every(mayBeTransferred) && <Notice tone="bad" title={t('wallet.notTransferable')} />}
          {!order.recipient.hasReceived && (
            <NameCheck check={check} label={t('wallet.firstTransfer', { recipient: nameIn(order) })} />
          )}
        </MovementPreview>
      ) : (
        <Step key="form" label={t('wallet.entries')}>
          <TransferForm draft={draft} assets={assets} onClose={close} onOrder={setOrder} />
        </Step>
      )}
    </Dialog>
  )
}

const draftFields = ['reason'] as const

function useTransferForm(assets: readonly WalletBalance[]) {
  return useDraftForm(
    { subject: `transfer:${idsOf(assets)}`, fields: draftFields },
    withinBalances(transferUnits.body, assets),
    { toAccountId: '', items: itemsOf(assets), reason: undefined },
    useAboveBalance(assets),
  )
}

function TransferForm({
  draft,
  assets,
  onClose,
  onOrder,
}: {
  draft: ReturnType<typeof useTransferForm>
  assets: readonly WalletBalance[]
  onClose: () => void
  onOrder: (order: Order) => void
}) {
  const { t } = useTranslation()
  const { form } = draft
  const preview = useAct(previewMovement)
  const field = fieldsOf(form)
  const recipient = choicesOf(form)('toAccountId')
  const describe = useDescription()
  const recipients = useChoices(listAccounts, {
    value: recipient.value,
    query: { status: 'active' },
    atFirst: { canReceive: 'true' },
    choiceOf: (account) =>
      account.isOwn
        ? null
        : {
            value: account.accountId,
            label: account.name,
            detail: account.canReceive ? describe(account) : t('wallet.nobodyReceives'),
            disabled: !account.canReceive,
          },
  })
  return (
    <Form
      form={form}
      refused={preview.refused}
      onSubmit={async (body) => {
        const previewed = await preview.act({ body: { toAccountId: body.toAccountId, items: body.items } })
        if (!previewed || !recipients.item) return
        onOrder({ body, preview: previewed, recipient: recipients.item })
      }}
    >
      <DraftNotice draft={draft} text={t('wallet.keptReason')} />
      <CapsBefore ofTransfers />
      <Combobox label={t('wallet.recipient')} hint={t('wallet.recipientHint')} from={recipients} {...recipient.props} />
      <QuantityFields assets={assets} />
      <TextField label={t('wallet.reason')} upTo={limits.message} optional {...field('reason', orAbsent)} />
      <Actions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <SubmitButton>{t('wallet.preview')}</SubmitButton>
      </Actions>
    </Form>
  )
}

/** Returns a function that distinguishes accounts with equal names. */
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

/** The name as the preview has it: the list of recipients may be older. */
const nameIn = ({ preview, recipient }: Order) => preview.recipient?.name ?? recipient.name

function Recipient({ account, name }: { account: ListedAccount; name: string }) {
  const describe = useDescription()
  return (
    <>
      <span className="font-medium">{name}</span>
      <span className="block text-sm text-ink-faint break-words">{describe(account)}</span>
    </>
  )
}
