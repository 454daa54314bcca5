import { useState } from 'react'
import { listVerifications, type Verification } from '#shared/contract/verifications.ts'
import { workPath } from '#shared/rules/paths.ts'
import { OneProject, StatusFilter } from '#web/domain/list-filters.tsx'
import { ListTable } from '#web/domain/list-table.tsx'
import { useOutcomeColumns } from '#web/domain/outcome-list.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { RowAct, RowActLink } from '#web/domain/row-act.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useList } from '#web/lib/use-list.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Page } from '#web/ui/page.tsx'
import { MintDialog } from './mint-dialog.tsx'
import { VerificationPage } from './verification-page.tsx'

/** The list, or one verification (`?id=`). */
export function VerificationsPage() {
  const [id] = useUrlState('id')
  return id ? <VerificationPage key={id} verificationId={id} /> : <VerificationList />
}

/** Verifications of the account's projects and measurements, and those assigned to it. */
function VerificationList() {
  const { t } = useTranslation()
  const format = useFormat()
  const periodOf = usePeriod()
  const list = useList(listVerifications, { given: { tenantId: site().tenantId } })
  const [minting, setMinting] = useState<Verification | null>(null)
  const columns = useOutcomeColumns<Verification>(
    [
      {
        label: t('measurements.column.quantity'),
        figure: true,
        cell: (row) => format.quantity(row.quantity ?? row.measured),
      },
      {
        label: t('measurements.column.status'),
        isShort: true,
        cell: (row) => <StatusBadge kind="verification" status={row.status} />,
      },
    ],
    (row) => {
      const isBegun = row.acts.includes('refuse')
      const isMine = isBegun || row.acts.includes('start')
      const name = `${row.project}, ${periodOf(row)}`
      return (
        <span className="flex gap-2">
          <RowActLink
            act={t(isBegun ? 'verifications.decide' : isMine ? 'verifications.start' : 'projects.view')}
            row={name}
            isPrimary={isMine}
            to={workPath('verifications', row.projectId, row.verificationId)}
          />
          {row.acts.includes('mint') && (
            <RowAct act={t('verifications.mint')} row={name} isPrimary onAct={() => setMinting(row)} />
          )}
        </span>
      )
    },
  )
  return (
    <Page title={t('verifications.title')} lead={t('verifications.lead')}>
      <ListTable
        list={list}
        label={t('verifications.title')}
        columns={columns}
        keyOf={(row) => row.verificationId}
        file="verifications"
        search={t('projects.search')}
        filters={<StatusFilter list={list} kind="verification" />}
        note={<OneProject list={list} />}
        empty={t('verifications.none')}
      />
      {minting && <MintDialog verification={minting} onClose={() => setMinting(null)} />}
    </Page>
  )
}
