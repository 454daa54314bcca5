import { listMeasurements, type Measurement, readMeasurement } from '#shared/contract/measurements.ts'
import { OneProject, StatusFilter } from '#web/domain/list-filters.tsx'
import { ListTable } from '#web/domain/list-table.tsx'
import { Opened } from '#web/domain/opened.tsx'
import { useOutcomeColumns } from '#web/domain/outcome-list.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { RowAct } from '#web/domain/row-act.tsx'
import { site } from '#web/lib/site-config.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { MeasurementDialog, MeasurementStatus } from './measurement-dialog.tsx'
import { OpenMeasurement } from './open-measurement.tsx'

/** The measurements of the reader's projects and those assigned to its account. */
export function MeasurementsPage() {
  const { t } = useTranslation()
  const { accountId } = useSignedIn()
  const periodOf = usePeriod()
  const list = useList(listMeasurements, { given: { tenantId: site().tenantId } })
  const [, open] = useUrlState('id')
  const [isNew, setIsNew] = useUrlState('new')
  const columns = useOutcomeColumns<Measurement>(
    [
      { label: t('measurements.column.quantity'), figure: true, value: (row) => row.quantity },
      {
        label: t('measurements.column.status'),
        value: (row) => t(`measurements.status.${row.status}`),
        cell: (row) => <MeasurementStatus measurement={row} />,
      },
    ],
    (row) => (
      <RowAct
        act={t(row.acts[0] ? `measurements.act.${row.acts[0]}` : 'projects.view')}
        row={`${row.project}, ${periodOf(row)}`}
        isPrimary={row.acts.length > 0}
        onAct={() => open(row.measurementId)}
      />
    ),
  )
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
      <ListTable
        list={list}
        label={t('measurements.title')}
        columns={columns}
        keyOf={(row) => row.measurementId}
        file="measurements"
        search={t('projects.search')}
        filters={<StatusFilter list={list} kind="measurement" />}
        note={<OneProject list={list} />}
        empty={t('measurements.none')}
      />
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
