import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createClaim } from '#shared/contract/claims.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import type { WalletBalance } from '#shared/contract/wallet.ts'
import { claimPath } from '#shared/rules/paths.ts'
import { walletReads } from '#web/domain/reads.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { Step } from '#web/ui/step.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ClaimForm, useClaimForm } from './claim-form.tsx'
import { EqualClaim, useEqualClaim } from './equal-claim.tsx'
import { MovementPreview, type Preview } from './movement-preview.tsx'

type Order = { body: ValidBodyOf<typeof createClaim>; preview: Preview }

/**
 * Retires units for a beneficiary: asks for the claim's facts, shows exactly what is retired, then asks for
 * confirmation.
 */
export function ClaimDialog({ assets, onClose }: { assets: readonly WalletBalance[]; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [order, setOrder] = useState<Order | null>(null)
  const draft = useClaimForm(assets)
  const { act, busy, failure } = useAct(createClaim, { refresh: walletReads, draft: draft.once })
  const equal = useEqualClaim(order)
  const [isMeant, setMeant] = useState(false)
  const close = () => {
    draft.forget()
    onClose()
  }

  async function confirm({ body }: Order) {
    const claim = await act({ body })
    if (!claim) return
    toast({ tone: 'good', text: t('wallet.claimed', { number: claim.claimNumber }) })
    close()
    navigate(claimPath(claim.claimId))
  }
  return (
    <Dialog
      open
      onClose={close}
      title={t('wallet.claimTitle')}
      description={order ? undefined : t('wallet.claimLead')}
      busy={busy}
      wide
    >
      {order ? (
        <MovementPreview
          preview={order.preview}
          facts={
            <>
              <Fact label={t('claims.column.beneficiary')}>{order.body.beneficiary || t('claims.anonymous')}</Fact>
              <Fact label={t('claims.purpose')}>{t(`claims.purposes.${order.body.purpose}`)}</Fact>
            </>
          }
          becomesPublic={t('wallet.claimPublic')}
          confirm={t('wallet.claimConfirm')}
          busy={busy}
          isReady={equal === null || isMeant}
          failure={failure}
          onConfirm={() => void confirm(order)}
          onBack={() => setOrder(null)}
        >
          {equal && <EqualClaim claim={equal} isMeant={isMeant} onMeant={setMeant} />}
        </MovementPreview>
      ) : (
        <Step key="form">
          <ClaimForm
            draft={draft}
            assets={assets}
            onClose={close}
            onPreview={(body, preview) => setOrder({ body, preview })}
          />
        </Step>
      )}
    </Dialog>
  )
}
