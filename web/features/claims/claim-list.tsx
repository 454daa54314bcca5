import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ClaimSummary, listClaims } from '#shared/contract/claims.ts'
import { claimPath, paths, projectPath } from '#shared/rules/paths.ts'
import { ListView } from '#web/domain/list.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { ButtonLink, buttonClass } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { useBeneficiary } from './beneficiary.ts'
import { usePurpose } from './purpose.ts'
import { VerifyBox } from './verify-box.tsx'

/** Everybody's claims, or the reader's account's with `?scope=mine`; and the box in which anybody can verify one. */
export function ClaimList() {
  const { t } = useTranslation()
  const beneficiaryOf = useBeneficiary()
  const purposeOf = usePurpose()
  const accountId = useSession()?.accountId ?? null
  const [scope] = useUrlState('scope')
  const isMine = scope === 'mine' && accountId !== null
  const list = useList(listClaims, {
    given: { tenantId: site().tenantId, accountId: isMine ? accountId : undefined },
    asUser: isMine,
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
      <ListView
        list={list}
        search={t('claims.search')}
        rows={8}
        empty={t(isMine ? 'claims.noneMine' : 'claims.none')}
        csv={{
          name: 'claims',
          fields: [
            { label: t('claims.column.number'), of: (row) => row.claimNumber },
            { label: t('claims.column.beneficiary'), of: (row) => beneficiaryOf(row) },
            { label: t('claims.beneficiaryCountry'), of: (row) => row.beneficiaryCountry },
            { label: t('claims.retiredBy'), of: (row) => row.retiredBy },
            { label: t('claims.column.project'), of: (row) => row.project ?? t('transactions.several') },
            { label: t('claims.column.vintage'), of: (row) => row.vintage },
            { label: t('claims.column.quantity'), of: (row) => row.quantity },
            { label: t('claims.purpose'), of: (row) => purposeOf(row.purpose) },
            { label: t('claims.column.when'), of: (row) => row.claimedAt },
            { label: t('claims.column.record'), of: (row) => row.transactionId },
            { label: t('claims.settlement'), of: (row) => t(`transactions.settlement.${row.settlement}`) },
          ],
        }}
      >
        {(claims) => <ClaimsTable claims={claims} />}
      </ListView>
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
      cell: (claim) => <StatusBadge kind="settlement" status={claim.settlement} />,
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
