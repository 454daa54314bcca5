import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listVerifications, readVerification, type Verification } from '#shared/contract/verifications.ts'
import { ListView } from '#web/domain/list.tsx'
import { OneProject, StatusFilter } from '#web/domain/list-filters.tsx'
import { Opened } from '#web/domain/opened.tsx'
import { useOutcomeColumns, useOutcomeFields } from '#web/domain/outcome-list.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { site } from '#web/lib/site-config.ts'
import { useList } from '#web/lib/use-list.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Table } from '#web/ui/table.tsx'
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
          fields: useOutcomeFields<Verification>([
            { label: t('verifications.measured'), of: (row) => row.measured },
            { label: t('verifications.verified'), of: (row) => row.quantity },
            { label: t('verifications.issued'), of: (row) => row.issued },
            { label: t('measurements.column.status'), of: (row) => t(`verifications.status.${row.status}`) },
          ]),
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
  const periodOf = usePeriod()
  const nameOf = (row: Verification) => `${row.project}, ${periodOf(row)}`
  const openingOf = (row: Verification) => t(row.acts.includes('verify') ? 'verifications.decide' : 'projects.view')
  const columns = useOutcomeColumns<Verification>({
    quantity: (row) => row.quantity ?? row.measured,
    status: (row) => <StatusBadge kind="verification" status={row.status} />,
    action: (row) => (
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
  })
  return (
    <Table
      label={t('verifications.title')}
      columns={columns}
      rows={verifications}
      keyOf={(row) => row.verificationId}
    />
  )
}
