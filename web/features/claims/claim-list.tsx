import type { ClaimSummary } from '#shared/contract/claims.ts'
import { beneficiaryPath } from '#shared/rules/beneficiary-path.ts'
import { claimPath, paths } from '#shared/rules/paths.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import { useBeneficiary } from '#web/domain/beneficiary.ts'
import { exactTime } from '#web/domain/exact-time.ts'
import { ChosenFacets, FacetRow } from '#web/domain/facets.tsx'
import { OneProject } from '#web/domain/list-filters.tsx'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { ProjectLink } from '#web/domain/project-link.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { isMissing } from '#web/lib/call.ts'
import { firstHeading } from '#web/lib/first-heading.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useList } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { type UrlList, useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { ButtonLink, buttonClass } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { BeneficiarySums } from './beneficiary-sums.tsx'
import { useClaimFacets } from './claim-facets.ts'
import { VerifyBox } from './verify-box.tsx'

/** With `?scope=mine` only the account's own claims, with `?beneficiary=` those for one organisation. */
export function ClaimList() {
  const { t } = useTranslation()
  const format = useFormat()
  const beneficiaryOf = useBeneficiary()
  const accountId = useSession()?.accountId ?? null
  const [scope] = useUrlState('scope')
  const isMine = scope === 'mine' && accountId !== null
  const list = useList(reading.listClaims, {
    given: { tenantId: site().tenantId, accountId: isMine ? accountId : undefined, serials: undefined },
    asUser: isMine,
  })
  const facets = useClaimFacets(list)
  const spelling = isMine ? '' : list.filter('beneficiary')
  const beneficiary = useRead(reading.readBeneficiary, {
    when: spelling !== '',
    query: { tenantId: site().tenantId, beneficiary: spelling },
  })
  const ownColumn = useOwnColumn()
  const columns: ListColumn<ClaimSummary>[] = [
    {
      label: t('claims.column.beneficiary'),
      cell: (row) =>
        row.beneficiaryKind === 'organisation' && row.beneficiary !== '' ? (
          <Link to={beneficiaryPath(row.beneficiary)} className="hover:underline">
            {row.beneficiary}
          </Link>
        ) : (
          beneficiaryOf(row)
        ),
    },
    { label: t('claims.column.project'), cell: (row) => <ProjectLink of={row} /> },
    { label: t('claims.column.vintage'), isDetail: true, figure: true, value: (row) => row.vintage },
    {
      label: t('claims.column.quantity'),
      figure: true,
      cell: ({ quantity, quantityOfProject = quantity }) => (
        <>
          {quantityOfProject < quantity && (
            <span className="mr-2 text-sm text-ink-faint">
              {t('claims.ofWhole', { quantity: format.quantity(quantity) })}
            </span>
          )}
          {format.quantity(quantityOfProject)}
        </>
      ),
    },
    {
      label: t('claims.column.when'),
      isShort: true,
      cell: (row) => (
        <time dateTime={row.claimedAt} title={exactTime(row.claimedAt)} className="tabular">
          {format.date(row.claimedAt)}
        </time>
      ),
    },
    {
      label: t('claims.column.number'),
      isShort: true,
      cell: (row) => (
        <Link to={claimPath(row.claimId)} className="row-link tabular">
          {t('claims.number', { number: row.claimNumber })}
        </Link>
      ),
    },
    {
      label: t('claims.column.record'),
      word: 'public record',
      isDetail: true,
      isShort: true,
      cell: (row) => <StatusBadge kind="settlement" status={row.settlement} />,
    },
    ...(isMine ? [ownColumn] : []),
    {
      label: t('projects.column.action'),
      isAct: true,
      isDetail: true,
      cell: (row) => (
        <Link
          to={claimPath(row.claimId)}
          aria-label={t('claims.viewNumber', { number: row.claimNumber })}
          className={buttonClass('plain', 'small')}
        >
          {t('claims.view')}
        </Link>
      ),
    },
  ]
  if (isMissing(beneficiary.error)) {
    return (
      <Page title={spelling} narrow>
        <Empty
          text={t('beneficiary.unknown')}
          action={<ButtonLink to={paths.claims}>{t('claims.toList')}</ButtonLink>}
        />
      </Page>
    )
  }
  return (
    <Page
      title={
        spelling
          ? (beneficiary.data?.name ?? firstHeading() ?? spelling)
          : t(isMine ? 'claims.titleMine' : 'claims.title')
      }
      lead={t(spelling ? 'beneficiary.lead' : isMine ? 'claims.leadMine' : 'claims.lead')}
      actions={
        spelling ? (
          <ButtonLink to={paths.claims}>{t('beneficiary.everybody')}</ButtonLink>
        ) : (
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
        )
      }
    >
      {spelling ? (
        <Loaded from={beneficiary} rows={3}>
          {(read) => <BeneficiarySums of={read} />}
        </Loaded>
      ) : (
        !isMine && <VerifyBox />
      )}
      <ListTable
        list={list}
        label={t('claims.title')}
        columns={columns}
        keyOf={(row) => row.claimId}
        file="claims"
        search={t(isMine ? 'claims.searchMine' : 'claims.search')}
        filters={<FacetRow facets={facets} />}
        note={
          <>
            <OneProject list={list} />
            {isMine && <OneBeneficiary list={list} />}
            <ChosenFacets facets={facets} />
          </>
        }
        rows={8}
        empty={t(isMine ? 'claims.noneMine' : 'claims.none')}
      />
    </Page>
  )
}

function OneBeneficiary({ list }: { list: UrlList }) {
  const { t } = useTranslation()
  const name = list.filter('beneficiary')
  if (name === '') return null
  return (
    <p className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-ink-soft">
      <span className="min-w-0 break-words">{t('claims.onlyBeneficiary', { name })}</span>
      <button type="button" className="link min-h-6" onClick={() => list.setFilter('beneficiary', '')}>
        {t('claims.everyBeneficiary')}
      </button>
    </p>
  )
}

/** The account's private fields. */
function useOwnColumn(): ListColumn<ClaimSummary> {
  const { t } = useTranslation()
  return {
    label: t('claims.own.title'),
    isDetail: true,
    cell: ({ own }) =>
      own &&
      (['ownReference', 'privateNote', 'notifyEmail'] as const).map(
        (name) =>
          own[name] !== '' && (
            <span key={name} className="mr-3 max-md:block">
              {shownEmail(own[name])}
            </span>
          ),
      ),
  }
}
