import { type ClaimSummary, type createClaim, listClaims } from '#shared/contract/claims.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import { claimPath } from '#shared/rules/paths.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Preview } from './movement-preview.tsx'

type Order = { body: ValidBodyOf<typeof createClaim>; preview: Preview }

const recentlyMs = 15 * 60_000
/** How many of the newest claims are compared. */
const claimsChecked = 20

/** Returns a recent claim with the same quantity, beneficiary and, for one asset, project and vintage; else null. */
export function useEqualClaim(order: Order | null): ClaimSummary | null {
  const { accountId } = useSignedIn()
  const { data } = useRead(listClaims, {
    query: { tenantId: site().tenantId, accountId: accountId ?? '', limit: claimsChecked },
    asUser: true,
    when: order !== null && accountId !== null,
  })
  return (order && data?.items.find((claim) => isSameClaim(claim, order))) ?? null
}

function isSameClaim(claim: ClaimSummary, { body, preview }: Order): boolean {
  const [asset] = preview.items
  const isOfOne = preview.items.length === 1
  return (
    Date.now() - Date.parse(claim.claimedAt) < recentlyMs &&
    claim.quantity === preview.total &&
    claim.beneficiaryKind === body.beneficiaryKind &&
    claim.beneficiary === (body.beneficiary ?? '').trim() &&
    (!isOfOne || (claim.project === asset?.projectName && claim.vintage === asset.vintage))
  )
}

/** Asks for confirmation. */
export function EqualClaim({
  claim,
  isIntended,
  onIntendedChange,
}: {
  claim: ClaimSummary
  isIntended: boolean
  onIntendedChange: (isIntended: boolean) => void
}) {
  const { t } = useTranslation()
  return (
    <Notice tone="warn" title={t('wallet.equalClaim', { number: claim.claimNumber })}>
      <p className="mb-3">
        {t('wallet.equalClaimHelp')}{' '}
        <Link className="link" to={claimPath(claim.claimId)}>
          {t('wallet.equalClaimOpen')}
        </Link>
      </p>
      <Checkbox
        label={t('wallet.equalClaimMeant')}
        checked={isIntended}
        onChange={(event) => onIntendedChange(event.target.checked)}
      />
    </Notice>
  )
}
