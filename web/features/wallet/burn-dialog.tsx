import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import { burnUnits, previewMovement, type WalletBalance } from '#shared/contract/wallet.ts'
import { limits } from '#shared/rules/limits.ts'
import { recordPath } from '#shared/rules/paths.ts'
import { pendingPath } from '#shared/rules/pending-path.ts'
import { walletReads } from '#web/domain/reads.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Step } from '#web/ui/step.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MovementPreview, type Preview, shownAnew } from './movement-preview.tsx'
import { NameCheck, useNameCheck } from './name-check.tsx'
import { itemsOf, QuantityFields, useAboveBalance } from './quantity-fields.tsx'
import { withinBalances } from './within-balances.ts'

type Order = { body: ValidBodyOf<typeof burnUnits>; preview: Preview }

/** Burns units with a reason: shows the exact units, then asks for the account's name. */
export function BurnDialog({
  account: { accountId, name },
  asset,
  onClose,
}: {
  account: { accountId: string; name: string }
  asset: WalletBalance
  onClose: () => void
}) {
  const { t } = useTranslation()
  const assets = [asset]
  const [order, setOrder] = useState<Order | null>(null)
  const check = useNameCheck(name)
  const navigate = useNavigate()
  const burn = useAct(burnUnits, {
    refresh: walletReads,
    onFailure: (_, error) => setOrder((shown) => shownAnew(shown, error)),
  })
  const preview = useAct(previewMovement)
  const form = useSchemaForm(
    withinBalances(burnUnits.body, assets),
    { accountId, items: itemsOf(assets), reason: '' },
    useAboveBalance(assets),
  )

  async function confirm({ body, preview: { previewId } }: Order) {
    const burnt = await burn.act({ body: { ...body, previewId } })
    if (!burnt) return
    if ('pendingId' in burnt) {
      onClose()
      return navigate(pendingPath(burnt.pendingId))
    }
    const link = { to: recordPath(burnt.transactionId), label: t('activity.openRecord') }
    toast({ tone: 'good', text: t('burn.done', { account: name }), link })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('burn.title')}
      description={order ? undefined : t('burn.what')}
      busy={burn.busy}
      wide
    >
      {order ? (
        <MovementPreview
          preview={order.preview}
          type="burn"
          facts={
            <>
              <Fact label={t('burn.account')}>{name}</Fact>
              <Fact label={t('wallet.reason')}>{order.body.reason}</Fact>
            </>
          }
          becomesPublic={t('burn.public')}
          confirm={t('burn.confirm')}
          busy={burn.busy}
          isReady={check.isRight}
          failure={burn.failure}
          onConfirm={() => void confirm(order)}
          onBack={() => setOrder(null)}
        >
          <NameCheck check={check} label={t('burn.typeName', { account: name })} />
        </MovementPreview>
      ) : (
        <Step key="form" label={t('wallet.entries')}>
          <Form
            form={form}
            refused={preview.refused}
            onSubmit={async (body) => {
              const previewed = await preview.act({ body: { accountId, items: body.items } })
              if (previewed) setOrder({ body, preview: previewed })
            }}
          >
            <QuantityFields assets={assets} />
            <TextArea label={t('wallet.reason')} upTo={limits.message} {...fieldsOf(form)('reason')} />
            <Actions>
              <Button onClick={onClose}>{t('ui.cancel')}</Button>
              <SubmitButton>{t('wallet.preview')}</SubmitButton>
            </Actions>
          </Form>
        </Step>
      )}
    </Dialog>
  )
}
