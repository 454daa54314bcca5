import { listClaims } from '#shared/contract/claims.ts'
import { claimPath, paths } from '#shared/rules/paths.ts'
import { useBeneficiary } from '#web/domain/beneficiary.ts'
import { first } from '#web/lib/first-calls.ts'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Section } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'

const shown = 5

/** For buyers. */
export function HoldingsAndClaims({ accountId }: { accountId: string }) {
  const { t } = useTranslation()
  const beneficiaryOf = useBeneficiary()
  const format = useFormat()
  const holdings = useRead(first.listBalances, { query: { accountId, limit: shown } })
  const claims = useRead(listClaims, { query: { tenantId: site().tenantId, accountId, limit: shown }, asUser: true })
  return (
    <div className="mt-10 grid items-start gap-8 lg:grid-cols-2">
      <div>
        <Section title={t('dashboard.holdings')} actions={<More to={paths.wallet} text={t('layout.wallet')} />}>
          <Loaded
            from={holdings}
            rows={3}
            isEmpty={({ items }) => items.length === 0}
            empty={
              <Empty
                text={t('wallet.none')}
                action={<ButtonLink to={paths.projects}>{t('wallet.explore')}</ButtonLink>}
              />
            }
          >
            {({ items }) => (
              <Lines
                lines={items.map(({ assetId, projectName, vintage, balance }) => ({
                  key: assetId,
                  to: paths.wallet,
                  words: projectName,
                  note: vintage,
                  figure: format.quantity(balance),
                }))}
              />
            )}
          </Loaded>
        </Section>
      </div>
      <div>
        <Section title={t('dashboard.claims')} actions={<More to={paths.myClaims} text={t('layout.myClaims')} />}>
          <Loaded
            from={claims}
            rows={3}
            isEmpty={({ items }) => items.length === 0}
            empty={<Empty text={t('claims.noneMine')} />}
          >
            {({ items }) => (
              <Lines
                lines={items.map((claim) => ({
                  key: claim.claimId,
                  to: claimPath(claim.claimId),
                  words: beneficiaryOf(claim),
                  note: t('claims.number', { number: claim.claimNumber }),
                  figure: format.quantity(claim.quantity),
                }))}
              />
            )}
          </Loaded>
        </Section>
      </div>
    </div>
  )
}

function More({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="link">
      {text}
    </Link>
  )
}

interface Line {
  key: string
  to: string
  words: string
  note: string
  figure: string
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-surface">
      {lines.map(({ key, to, words, note, figure }) => (
        <li key={key}>
          <Link to={to} className="flex items-center gap-4 px-4 py-3 hover:bg-raised">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{words}</span>
              <span className="block truncate text-sm text-ink-faint">{note}</span>
            </span>
            <span className="tabular shrink-0">{figure}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
