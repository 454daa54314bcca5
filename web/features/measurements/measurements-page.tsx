import { useTranslation } from 'react-i18next'
import { listMeasurements, type Measurement, readMeasurement } from '#shared/contract/measurements.ts'
import { ListView } from '#web/domain/list.tsx'
import { OneProject, StatusFilter } from '#web/domain/list-filters.tsx'
import { Opened } from '#web/domain/opened.tsx'
import { useOutcomeColumns, useOutcomeFields } from '#web/domain/outcome-list.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { site } from '#web/lib/site-config.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Table } from '#web/ui/table.tsx'
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
          fields: useOutcomeFields<Measurement>([
            { label: t('measurements.column.quantity'), of: (row) => row.quantity },
            { label: t('measurements.column.status'), of: (row) => t(`measurements.status.${row.status}`) },
          ]),
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
  const periodOf = usePeriod()
  const columns = useOutcomeColumns<Measurement>({
    quantity: (row) => row.quantity,
    status: (row) => <MeasurementStatus measurement={row} />,
    action: (row) => {
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
  })
  return (
    <Table label={t('measurements.title')} columns={columns} rows={measurements} keyOf={(row) => row.measurementId} />
  )
}
