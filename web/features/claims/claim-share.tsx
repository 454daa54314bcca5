import { Link2, Share2 } from 'lucide-react'
import type { Claim } from '#shared/contract/claims.ts'
import { claimPath } from '#shared/rules/paths.ts'
import { EmbedCodes } from '#web/domain/embed-codes.tsx'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { copy } from '#web/ui/copy.ts'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { QrCode } from './qr-code.tsx'

const addressOf = ({ claimId }: Claim) => `${location.origin}${claimPath(claimId)}`

/** Opens the device's own way to share, else copies the address. */
export function ShareButton({ claim }: { claim: Claim }) {
  const { t } = useTranslation()
  const url = addressOf(claim)
  const title = t('claims.number', { number: claim.claimNumber })
  const mayShare = typeof navigator.share === 'function'
  async function share() {
    // A person who closes the device's choice has cancelled.
    if (mayShare) return navigator.share({ title, url }).catch(() => undefined)
    if (await copy(url)) toast({ tone: 'good', text: t('retirement.linkCopied') })
    else toast({ tone: 'bad', text: t('ui.copyRefused') })
  }
  return (
    <Button
      icon={mayShare ? <Share2 aria-hidden size={16} /> : <Link2 aria-hidden size={16} />}
      onClick={() => void share()}
    >
      {t(mayShare ? 'retirement.share' : 'retirement.copyLink')}
    </Button>
  )
}

export function ClaimShare({ claim }: { claim: Claim }) {
  const { t } = useTranslation()
  const address = addressOf(claim)
  return (
    <Section title={t('claims.share')}>
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <QrCode text={address} label={t('claims.qrCode')} />
        <div className="min-w-0 flex-1 basis-60">
          <Facts>
            <Fact label={t('claims.verifyCode')} wide>
              <CopyText text={claim.verifyCode} />
            </Fact>
            <Fact label={t('claims.address')} wide>
              <CopyText text={address} />
            </Fact>
          </Facts>
        </div>
      </div>
      <EmbedCodes
        kind="claim"
        path={claimPath(claim.claimId)}
        title={t('claims.number', { number: claim.claimNumber })}
      />
    </Section>
  )
}
