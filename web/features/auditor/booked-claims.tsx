import { type BookedClaim, listBookedClaims } from '#shared/contract/auditor-links.ts'
import { claimPath } from '#shared/rules/paths.ts'
import { useBeneficiary } from '#web/domain/beneficiary.ts'
import { exactTime } from '#web/domain/exact-time.ts'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { ProjectLink } from '#web/domain/project-link.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useList } from '#web/lib/use-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Link } from '#web/ui/link.tsx'
import { FilterSelect } from '#web/ui/search-field.tsx'

/** Claims with the account's own words; each leads to its public page. */
export function BookedClaims({ firstYear, lastYear }: { firstYear: number; lastYear: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const beneficiaryOf = useBeneficiary()
  const list = useList(listBookedClaims)
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => String(lastYear - at))
  const columns: ListColumn<BookedClaim>[] = [
    { label: t('claims.column.beneficiary'), cell: beneficiaryOf },
    { label: t('claims.column.project'), isDetail: true, cell: (row) => <ProjectLink of={row} /> },
    { label: t('claims.column.quantity'), figure: true, value: (row) => row.quantity },
    {
      label: t('claims.column.when'),
      isShort: true,
      cell: ({ claimedAt }) => (
        <time dateTime={claimedAt} title={exactTime(claimedAt)} className="tabular">
          {format.date(claimedAt)}
        </time>
      ),
    },
    {
      label: t('claims.column.number'),
      isShort: true,
      cell: ({ claimId, claimNumber }) => (
        <Link to={claimPath(claimId)} className="row-link tabular">
          {t('claims.number', { number: claimNumber })}
        </Link>
      ),
    },
    { label: t('auditor.reference'), isWrapped: true, value: (row) => row.ownReference },
    { label: t('claims.own.privateNote'), isWrapped: true, value: (row) => row.privateNote },
    {
      label: t('auditor.salt'),
      isDetail: true,
      cell: ({ privateSalt }) => privateSalt && <CopyText text={privateSalt} shown={`${privateSalt.slice(0, 8)}…`} />,
    },
  ]
  return (
    <ListTable
      list={list}
      label={t('auditor.claims')}
      columns={columns}
      keyOf={(row) => row.claimId}
      search={t('auditor.search')}
      filters={
        years.length > 1 && (
          <FilterSelect
            label={t('yearly.year')}
            all={t('auditor.everyYear')}
            value={list.filter('year')}
            choices={years.map((year) => ({ value: year, label: year }))}
            onChange={(year) => list.setFilter('year', year)}
          />
        )
      }
      empty={t('auditor.none')}
    />
  )
}
