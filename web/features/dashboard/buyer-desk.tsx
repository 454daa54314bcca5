import { mayBeClaimed } from '#shared/rules/claim.ts'
import { claimPath, claimUnitsPath, paths } from '#shared/rules/paths.ts'
import { useBeneficiary } from '#web/domain/beneficiary.ts'
import { RowActLink } from '#web/domain/row-act.tsx'
import { Units } from '#web/domain/units.tsx'
import { first } from '#web/lib/first-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Line, Lines, More } from '#web/ui/lines.tsx'
import { NotLoaded } from '#web/ui/load-together.tsx'
import { Section } from '#web/ui/page.tsx'
import { useHoldings } from './use-holdings.ts'

const shown = 5

/** What a buyer can claim, and the latest claims. */
export function BuyerDesk({ accountId }: { accountId: string }) {
  return (
    <>
      <UnitsToClaim accountId={accountId} />
      <RecentClaims accountId={accountId} />
    </>
  )
}

function UnitsToClaim({ accountId }: { accountId: string }) {
  const { t } = useTranslation()
  const { may } = useSignedIn()
  const holdings = useHoldings(accountId)
  if (!holdings.data) return <NotLoaded from={[holdings]} />
  if (holdings.data.length === 0) return null
  return (
    <Section title={t('dashboard.holdings')} actions={<More to={paths.wallet} text={t('layout.wallet')} />}>
      <Lines>
        {holdings.data.slice(0, shown).map(({ assetId, projectName, vintage, balance, stop }) => (
          <li
            key={assetId}
            className="row grid min-h-11 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 py-1 md:flex"
          >
            <span className="min-w-0 font-medium wrap-anywhere md:truncate">{projectName}</span>
            <span className="col-start-1 row-start-2 text-sm text-ink-faint">{vintage}</span>
            <span className="tabular row-span-2 text-right md:ml-auto md:shrink-0">
              <Units count={balance} />
            </span>
            {may('units.move') && balance > 0 && mayBeClaimed({ stop }) && (
              <span className="row-span-2">
                <RowActLink
                  act={t('dashboard.claim')}
                  row={`${projectName}, ${vintage}`}
                  to={claimUnitsPath(assetId)}
                  isPrimary
                />
              </span>
            )}
          </li>
        ))}
      </Lines>
    </Section>
  )
}

function RecentClaims({ accountId }: { accountId: string }) {
  const { t } = useTranslation()
  const beneficiaryOf = useBeneficiary()
  const claims = useRead(first.listClaims, {
    query: { tenantId: site().tenantId, accountId, limit: shown },
    asUser: true,
  })
  if (!claims.data) return <NotLoaded from={[claims]} />
  if (claims.data.items.length === 0) return null
  return (
    <Section title={t('dashboard.claims')} actions={<More to={paths.myClaims} text={t('layout.myClaims')} />}>
      <Lines>
        {claims.data.items.map((claim) => (
          <Line
            key={claim.claimId}
            to={claimPath(claim.claimId)}
            words={beneficiaryOf(claim)}
            note={t('claims.number', { number: claim.claimNumber })}
            figure={<Units count={claim.quantity} />}
          />
        ))}
      </Lines>
    </Section>
  )
}
