import { useTranslation } from 'react-i18next'
import { listMeasurements, type Measurement, measurementStatus } from '#shared/contract/measurements.ts'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useUrlList, useUrlState } from '#web/lib/use-url-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Page, Toolbar } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { FilterSelect, SearchField } from '#web/ui/search-field.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { ExportMeasurements } from './export-measurements.tsx'
import { MeasurementDialog } from './measurement-dialog.tsx'
import { MeasurementStatusBadge } from './measurement-status.tsx'
import { OpenMeasurement } from './open-measurement.tsx'
import { ProjectPeriod, usePeriod } from './period-of.tsx'
import { ProjectFilter } from './project-filter.tsx'

/** The measurements of the reader's projects and those assigned to its account. */
export function MeasurementsPage() {
  const { t } = useTranslation()
  const { accountId } = useSignedIn()
  const list = useUrlList('')
  const [opened, setOpened] = useUrlState('id')
  const [isNew, setIsNew] = useUrlState('new')
  const status = measurementStatus.safeParse(list.filter('status')).data
  const query = {
    tenantId: site().tenantId,
    q: list.q || undefined,
    projectId: list.filter('projectId') || undefined,
    status,
  }
  const measurements = useRead(listMeasurements, {
    query: { ...query, cursor: list.cursor || undefined, limit: 25 },
    keep: true,
  })
  const shown = measurements.data?.items.find((measurement) => measurement.measurementId === opened)
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
      <Toolbar>
        <SearchField label={t('projects.search')} value={list.q} onChange={list.setQ} />
        <FilterSelect
          label={t('measurements.column.status')}
          all={t('projects.allStatuses')}
          value={list.filter('status')}
          choices={measurementStatus.options.map((value) => ({ value, label: t(`measurements.status.${value}`) }))}
          onChange={(value) => list.setFilter('status', value)}
        />
        {(measurements.data?.total ?? 0) > 0 && (
          <div className="sm:ml-auto">
            <ExportMeasurements query={query} />
          </div>
        )}
      </Toolbar>
      <ProjectFilter list={list} project={measurements.data?.items[0]?.project} />
      <Loaded
        from={measurements}
        rows={6}
        isEmpty={(page) => page.items.length === 0}
        empty={
          <Empty text={t(list.q || status || list.filter('projectId') ? 'ui.nothingFound' : 'measurements.none')} />
        }
      >
        {(page) => (
          <>
            <MeasurementsTable measurements={page.items} onOpen={setOpened} />
            <Pager
              total={page.total}
              shown={page.items.length}
              onPrevious={list.previous}
              onNext={list.next(page.nextCursor)}
            />
          </>
        )}
      </Loaded>
      {isNew && <OpenMeasurement projectId={list.filter('projectId')} onClose={() => setIsNew('')} />}
      {shown && <MeasurementDialog measurement={shown} onClose={() => setOpened('')} />}
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
      cell: (row) => <MeasurementStatusBadge measurement={row} />,
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
