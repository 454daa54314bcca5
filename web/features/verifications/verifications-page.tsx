import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listVerifications, type Verification, verificationStatus } from '#shared/contract/verifications.ts'
import { ProjectPeriod, usePeriod } from '#web/features/measurements/period-of.tsx'
import { ProjectFilter } from '#web/features/measurements/project-filter.tsx'
import { MintDialog } from '#web/features/wallet/mint-dialog.tsx'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useUrlList, useUrlState } from '#web/lib/use-url-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Page, Toolbar } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { FilterSelect, SearchField } from '#web/ui/search-field.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { ExportVerifications } from './export-verifications.tsx'
import { VerificationDialog } from './verification-dialog.tsx'
import { VerificationStatusBadge } from './verification-status.tsx'

/** The verifications of the reader's projects and those assigned to its account. */
export function VerificationsPage() {
  const { t } = useTranslation()
  const list = useUrlList('')
  const [opened, setOpened] = useUrlState('id')
  const [minting, setMinting] = useState<Verification | null>(null)
  const status = verificationStatus.safeParse(list.filter('status')).data
  const query = {
    tenantId: site().tenantId,
    q: list.q || undefined,
    projectId: list.filter('projectId') || undefined,
    status,
  }
  const verifications = useRead(listVerifications, {
    query: { ...query, cursor: list.cursor || undefined, limit: 25 },
    keep: true,
  })
  const shown = verifications.data?.items.find((verification) => verification.verificationId === opened)
  return (
    <Page title={t('verifications.title')} lead={t('verifications.lead')}>
      <Toolbar>
        <SearchField label={t('projects.search')} value={list.q} onChange={list.setQ} />
        <FilterSelect
          label={t('measurements.column.status')}
          all={t('projects.allStatuses')}
          value={list.filter('status')}
          choices={verificationStatus.options.map((value) => ({ value, label: t(`verifications.status.${value}`) }))}
          onChange={(value) => list.setFilter('status', value)}
        />
        {(verifications.data?.total ?? 0) > 0 && (
          <div className="sm:ml-auto">
            <ExportVerifications query={query} />
          </div>
        )}
      </Toolbar>
      <ProjectFilter list={list} project={verifications.data?.items[0]?.project} />
      <Loaded
        from={verifications}
        rows={6}
        isEmpty={(page) => page.items.length === 0}
        empty={
          <Empty text={t(list.q || status || list.filter('projectId') ? 'ui.nothingFound' : 'verifications.none')} />
        }
      >
        {(page) => (
          <>
            <VerificationsTable
              verifications={page.items}
              onOpen={(verification) => setOpened(verification.verificationId)}
              onMint={setMinting}
            />
            <Pager
              total={page.total}
              shown={page.items.length}
              onPrevious={list.previous}
              onNext={list.next(page.nextCursor)}
            />
          </>
        )}
      </Loaded>
      {shown && <VerificationDialog verification={shown} onClose={() => setOpened('')} />}
      {minting && <MintDialog verification={minting} onClose={() => setMinting(null)} />}
    </Page>
  )
}

function VerificationsTable({
  verifications,
  onOpen,
  onMint,
}: {
  verifications: readonly Verification[]
  onOpen: (verification: Verification) => void
  onMint: (verification: Verification) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const periodOf = usePeriod()
  const nameOf = (row: Verification) => `${row.project}, ${periodOf(row)}`
  const openingOf = (row: Verification) => t(row.acts.includes('verify') ? 'verifications.decide' : 'projects.view')
  const columns: Column<Verification>[] = [
    { id: 'project', label: t('measurements.column.project'), cell: (row) => <ProjectPeriod row={row} /> },
    {
      id: 'dueDate',
      label: t('measurements.column.dueDate'),
      cell: (row) => row.dueDate && <span className="tabular whitespace-nowrap">{format.date(row.dueDate)}</span>,
    },
    { id: 'methodology', label: t('measurements.column.methodology'), cell: (row) => row.methodology },
    {
      id: 'quantity',
      label: t('measurements.column.quantity'),
      figure: true,
      cell: (row) => format.quantity(row.quantity ?? row.measured),
    },
    {
      id: 'status',
      label: t('measurements.column.status'),
      cell: (row) => <VerificationStatusBadge status={row.status} />,
    },
    {
      id: 'created',
      label: t('measurements.column.created'),
      cell: (row) => <span className="tabular whitespace-nowrap">{format.date(row.created)}</span>,
    },
    {
      id: 'action',
      label: t('measurements.column.action'),
      cell: (row) => (
        <span className="flex gap-2">
          <Button
            size="small"
            tone={row.acts.includes('verify') ? 'primary' : 'plain'}
            aria-label={t('review.actNamed', { act: openingOf(row), name: nameOf(row) })}
            onClick={() => onOpen(row)}
          >
            {openingOf(row)}
          </Button>
          {row.acts.includes('mint') && (
            <Button
              size="small"
              tone="primary"
              aria-label={t('review.actNamed', { act: t('verifications.mint'), name: nameOf(row) })}
              onClick={() => onMint(row)}
            >
              {t('verifications.mint')}
            </Button>
          )}
        </span>
      ),
    },
    {
      id: 'account',
      label: t('measurements.column.account'),
      cell: (row) => <span className="block lg:min-w-28">{row.account}</span>,
    },
  ]
  return (
    <Table
      label={t('verifications.title')}
      columns={columns}
      rows={verifications}
      keyOf={(row) => row.verificationId}
    />
  )
}
