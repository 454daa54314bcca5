import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listVerifications, readVerification, type Verification } from '#shared/contract/verifications.ts'
import { ListView } from '#web/domain/list.tsx'
import { OneProject, StatusFilter } from '#web/domain/list-filters.tsx'
import { Opened } from '#web/domain/opened.tsx'
import { ProjectPeriod, usePeriod } from '#web/domain/period.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useList } from '#web/lib/use-list.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { MintDialog } from './mint-dialog.tsx'
import { VerificationDialog } from './verification-dialog.tsx'

/** The verifications of the reader's projects and those assigned to its account. */
export function VerificationsPage() {
  const { t } = useTranslation()
  const list = useList(listVerifications, { given: { tenantId: site().tenantId } })
  const [, open] = useUrlState('id')
  const [minting, setMinting] = useState<Verification | null>(null)
  return (
    <Page title={t('verifications.title')} lead={t('verifications.lead')}>
      <ListView
        list={list}
        search={t('projects.search')}
        filters={<StatusFilter list={list} kind="verification" />}
        note={<OneProject list={list} />}
        empty={t('verifications.none')}
        csv={{
          name: 'verifications',
          fields: [
            { label: t('measurements.column.project'), of: (row) => row.project },
            { label: t('measurements.periodStart'), of: (row) => row.periodStart },
            { label: t('measurements.periodEnd'), of: (row) => row.periodEnd },
            { label: t('measurements.column.dueDate'), of: (row) => row.dueDate },
            { label: t('measurements.column.methodology'), of: (row) => row.methodology },
            { label: t('verifications.measured'), of: (row) => row.measured },
            { label: t('verifications.verified'), of: (row) => row.quantity },
            { label: t('verifications.issued'), of: (row) => row.issued },
            { label: t('measurements.column.status'), of: (row) => t(`verifications.status.${row.status}`) },
            { label: t('measurements.column.created'), of: (row) => row.created },
            { label: t('measurements.column.account'), of: (row) => row.account },
          ],
        }}
      >
        {(verifications) => (
          <VerificationsTable
            verifications={verifications}
            onOpen={(verification) => open(verification.verificationId)}
            onMint={setMinting}
          />
        )}
      </ListView>
      <Opened
        endpoint={readVerification}
        inputsOf={(verificationId) => ({ params: { verificationId } })}
        known={(id) => list.page.data?.items.find(({ verificationId }) => verificationId === id)}
        title={t('verifications.title')}
      >
        {(verification, close) => <VerificationDialog verification={verification} onClose={close} />}
      </Opened>
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
      cell: (row) => <StatusBadge kind="verification" status={row.status} />,
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
