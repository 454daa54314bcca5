import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { createClaim } from '#shared/contract/claims.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import type { WalletBalance } from '#shared/contract/wallet.ts'
import { mayBeClaimed } from '#shared/rules/claim.ts'
import { claimPath } from '#shared/rules/paths.ts'
import { pendingPath } from '#shared/rules/pending-path.ts'
import { useLeaveSteps } from '#web/domain/form-steps.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { walletReads } from '#web/domain/reads.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { Step } from '#web/ui/step.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ClaimForm, useClaimForm } from './claim-form.tsx'
import { EqualClaim, useEqualClaim } from './equal-claim.tsx'
import { MovementPreview, type Preview, shownAnew } from './movement-preview.tsx'

type Order = { body: ValidBodyOf<typeof createClaim>; preview: Preview }

/** Retires units: asks for the claim's facts, shows the exact units, then asks for confirmation. */
export function ClaimDialog({ assets, onClose }: { assets: readonly WalletBalance[]; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [order, setOrder] = useState<Order | null>(null)
  const draft = useClaimForm(assets)
  const { act, busy, failure } = useAct(createClaim, {
    refresh: walletReads,
    draft: draft.once,
    onFailure: (_, error) => setOrder((shown) => shownAnew(shown, error)),
  })
  const equal = useEqualClaim(order)
  const [isIntended, setIntended] = useState(false)
  const leaveSteps = useLeaveSteps('claim')
  const finish = () => {
    draft.forget()
    onClose()
  }
  const close = () => {
    leaveSteps()
    finish()
  }
  useEffect(() => {
    // The browser's Back leads from the preview to the form.
    const back = () => setOrder(null)
    window.addEventListener('popstate', back)
    return () => window.removeEventListener('popstate', back)
  }, [])

  async function confirm({ body, preview: { previewId } }: Order) {
    const claim = await act({ body: { ...body, previewId } })
    if (!claim) return
    if ('pendingId' in claim) {
      finish()
      return navigate(pendingPath(claim.pendingId))
    }
    toast({ tone: 'good', text: t('wallet.claimed', { number: claim.claimNumber }) })
    finish()
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
          type="claim"
          facts={<PublicFacts claim={order.body} />}
          becomesPublic={t('wallet.claimPublic')}
          confirm={t('wallet.claimConfirm')}
          busy={busy}
          isReady={(equal === null || isIntended) && order.preview.items.every(mayBeClaimed)}
          failure={failure}
          onConfirm={() => void confirm(order)}
          onBack={() => setOrder(null)}
        >
          {!order.preview.items.every(mayBeClaimed) && <Notice tone="bad" title={t('wallet.notClaimable')} />}
          {equal && <EqualClaim claim={equal} isIntended={isIntended} onIntendedChange={setIntended} />}
        </MovementPreview>
      ) : (
        <Step key="form" label={t('wallet.entries')}>
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

function PublicFacts({ claim }: { claim: Order['body'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const periodOf = usePeriod()
  const { beneficiary, beneficiaryCountry, purpose, purposeDetail, periodStart, periodEnd, countryOfConsumption } =
    claim
  return (
    <>
      <Fact label={t('claims.column.beneficiary')}>{beneficiary || t('claims.anonymous')}</Fact>
      <Fact label={t('claims.beneficiaryCountry')}>{beneficiaryCountry && format.country(beneficiaryCountry)}</Fact>
      <Fact label={t('claims.purpose')}>{t(`claims.purposes.${purpose}`)}</Fact>
      <Fact label={t('claims.purposeDetail')}>{purposeDetail}</Fact>
      <Fact label={t('claims.period')}>{periodStart && periodEnd && periodOf({ periodStart, periodEnd })}</Fact>
      <Fact label={t('claims.consumedIn')}>{countryOfConsumption && format.country(countryOfConsumption)}</Fact>
      <Fact label={t('claims.note')} wide>
        {claim.noteIsPublic && claim.note}
      </Fact>
    </>
  )
}
