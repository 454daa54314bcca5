import { useTranslation } from 'react-i18next'
import { listMeasurements, type Measurement, readMeasurement } from '#shared/contract/measurements.ts'
import { ListView } from '#web/domain/list.tsx'
import { OneProject, StatusFilter } from '#web/domain/list-filters.tsx'
import { Opened } from '#web/domain/opened.tsx'
import { ProjectPeriod, usePeriod } from '#web/domain/period.tsx'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { MeasurementDialog, MeasurementStatus } from './measurement-dialog.tsx'
import { OpenMeasurement } from './open-measurement.tsx'

/** The measurements of the reader's projects and those assigned to its account. */
export function MeasurementsPage() {
  const { t } = useTranslation()
  const { accountId } = useSignedIn()
  const list = useList(listMeasurements, { given: { tenantId: site().tenantId } })
  const [, open] = useUrlState('id')
  const [isNew, setIsNew] = useUrlState('new')
  return (
    <Page
      title={t('measurements.title')}
      lead={t('measurements.lead')}
      actions={
        accountId !== null && (
          <Button tone="primary" onClick={() => setIsNew('1')}>
            {t('measurements.open')}
          </Button>
        )
      }
    >
      <ListView
        list={list}
        search={t('projects.search')}
        filters={<StatusFilter list={list} kind="measurement" />}
        note={<OneProject list={list} />}
        empty={t('measurements.none')}
        csv={{
          name: 'measurements',
          fields: [
            { label: t('measurements.column.project'), of: (row) => row.project },
            { label: t('measurements.periodStart'), of: (row) => row.periodStart },
            { label: t('measurements.periodEnd'), of: (row) => row.periodEnd },
            { label: t('measurements.column.dueDate'), of: (row) => row.dueDate },
            { label: t('measurements.column.methodology'), of: (row) => row.methodology },
            { label: t('measurements.column.quantity'), of: (row) => row.quantity },
            { label: t('measurements.column.status'), of: (row) => t(`measurements.status.${row.status}`) },
            { label: t('measurements.column.created'), of: (row) => row.created },
            { label: t('measurements.column.account'), of: (row) => row.account },
          ],
        }}
      >
        {(measurements) => <MeasurementsTable measurements={measurements} onOpen={open} />}
      </ListView>
      {isNew && <OpenMeasurement projectId={list.filter('projectId')} onClose={() => setIsNew('')} />}
      <Opened
        endpoint={readMeasurement}
        inputsOf={(measurementId) => ({ params: { measurementId } })}
        known={(id) => list.page.data?.items.find(({ measurementId }) => measurementId === id)}
        title={t('measurements.title')}
      >
        {(measurement, close) => <MeasurementDialog measurement={measurement} onClose={close} />}
      </Opened>
    </Page>
  )
}

function MeasurementsTable({
  measurements,
  onOpen,
}: {
  measurements: readonly Measurement[]
  onOpen: (id: string) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const periodOf = usePeriod()
  const columns: Column<Measurement>[] = [
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
      cell: (row) => (row.quantity === null ? null : format.quantity(row.quantity)),
    },
    {
      id: 'status',
      label: t('measurements.column.status'),
      cell: (row) => <MeasurementStatus measurement={row} />,
    },
    {
      id: 'created',
      label: t('measurements.column.created'),
      cell: (row) => <span className="tabular whitespace-nowrap">{format.date(row.created)}</span>,
    },
    {
      id: 'action',
      label: t('measurements.column.action'),
      cell: (row) => {
        const act = t(row.acts[0] ? `measurements.act.${row.acts[0]}` : 'projects.view')
        return (
          <Button
            size="small"
            tone={row.acts.length > 0 ? 'primary' : 'plain'}
            aria-label={t('review.actNamed', { act, name: `${row.project}, ${periodOf(row)}` })}
            onClick={() => onOpen(row.measurementId)}
          >
            {act}
          </Button>
        )
      },
    },
    {
      id: 'account',
      label: t('measurements.column.account'),
      cell: (row) => <span className="block lg:min-w-28">{row.account}</span>,
    },
  ]
  return (
    <Table label={t('measurements.title')} columns={columns} rows={measurements} keyOf={(row) => row.measurementId} />
  )
}
