import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ClaimSummary, listClaims } from '#shared/contract/claims.ts'
import { claimPath, paths, projectPath } from '#shared/rules/paths.ts'
import { SettlementBadge } from '#web/features/settlement/settlement-badge.tsx'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useUrlList } from '#web/lib/use-url-list.ts'
import { ButtonLink, buttonClass } from '#web/ui/button.tsx'
import { Page, Toolbar } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { useBeneficiary } from './beneficiary.ts'
import { DateRange, dayIn } from './date-range.tsx'
import { ExportClaims } from './export-claims.tsx'
import { VerifyBox } from './verify-box.tsx'

/** Everybody's claims, or the reader's account's with `?scope=mine`; and the box in which anybody can verify one. */
export function ClaimList() {
  const { t } = useTranslation()
  const list = useUrlList('-claimedAt')
  const accountId = useSession()?.accountId ?? null
  const isMine = list.filter('scope') === 'mine' && accountId !== null
  const filter = { q: list.q || undefined, from: dayIn(list, 'from'), to: dayIn(list, 'to') }
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const query = { tenantId: site().tenantId, accountId: isMine ? accountId : undefined, ...filter }
  const claims = useRead(listClaims, {
    query: { ...query, cursor: list.cursor || undefined, limit: 25 },
    asUser: isMine,
    keep: true,
  })
  return (
    <Page
      title={t(isMine ? 'claims.titleMine' : 'claims.title')}
      lead={t(isMine ? 'claims.leadMine' : 'claims.lead')}
      actions={
        accountId !== null && (
          <>
            <ButtonLink to={isMine ? paths.claims : paths.myClaims}>
              {t(isMine ? 'claims.showAll' : 'claims.showMine')}
            </ButtonLink>
            <ButtonLink to={paths.wallet} tone="primary">
              {t('claims.make')}
            </ButtonLink>
          </>
        )
      }
    >
      {!isMine && <VerifyBox />}
      <Toolbar>
        <SearchField label={t('claims.search')} value={list.q} onChange={list.setQ} />
        <DateRange list={list} />
        {(claims.data?.total ?? 0) > 0 && (
          <div className="sm:ml-auto">
            <ExportClaims query={query} asUser={isMine} />
          </div>
        )}
      </Toolbar>
      <Loaded
        from={claims}
        rows={8}
        isEmpty={(page) => page.items.length === 0}
        empty={<Empty text={t(isFiltered ? 'ui.nothingFound' : isMine ? 'claims.noneMine' : 'claims.none')} />}
      >
        {(page) => (
          <>
            <ClaimsTable claims={page.items} />
            <Pager
              total={page.total}
              shown={page.items.length}
              onPrevious={list.previous}
              onNext={list.next(page.nextCursor)}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function ClaimsTable({ claims }: { claims: readonly ClaimSummary[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const beneficiaryOf = useBeneficiary()
  const columns: Column<ClaimSummary>[] = [
    {
      id: 'number',
      label: t('claims.column.number'),
      cell: (claim) => (
        <Link to={claimPath(claim.claimId)} className="link tabular whitespace-nowrap">
          {t('claims.number', { number: claim.claimNumber })}
        </Link>
      ),
    },
    { id: 'beneficiary', label: t('claims.column.beneficiary'), cell: beneficiaryOf },
    {
      id: 'project',
      label: t('claims.column.project'),
      cell: (claim) =>
        claim.projectKey ? (
          <Link to={projectPath(claim.projectKey)} className="hover:underline">
            {claim.project}
          </Link>
        ) : (
          t('transactions.several')
        ),
    },
    { id: 'vintage', label: t('claims.column.vintage'), figure: true, cell: (claim) => claim.vintage },
    {
      id: 'quantity',
      label: t('claims.column.quantity'),
      figure: true,
      cell: (claim) => format.quantity(claim.quantity),
    },
    {
      id: 'when',
      label: t('claims.column.when'),
      cell: (claim) => <span className="tabular whitespace-nowrap">{format.date(claim.claimedAt)}</span>,
    },
    {
      id: 'settlement',
      label: t('claims.column.record'),
      cell: (claim) => <SettlementBadge state={claim.settlement} />,
    },
    {
      id: 'action',
      label: t('projects.column.action'),
      cell: (claim) => (
        <Link
          to={claimPath(claim.claimId)}
          aria-label={t('claims.viewNumber', { number: claim.claimNumber })}
          className={buttonClass('plain', 'small')}
        >
          {t('claims.view')}
        </Link>
      ),
    },
  ]
  return <Table label={t('claims.title')} columns={columns} rows={claims} keyOf={(claim) => claim.claimId} />
}
