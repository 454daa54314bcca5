import { listMeasurements, type Measurement } from '#shared/contract/measurements.ts'
import { workPath } from '#shared/rules/paths.ts'
import { OneProject, StatusFilter } from '#web/domain/list-filters.tsx'
import { ListTable } from '#web/domain/list-table.tsx'
import { useOutcomeColumns } from '#web/domain/outcome-list.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { RowActLink } from '#web/domain/row-act.tsx'
import { site } from '#web/lib/site-config.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { MeasurementStatus } from './measurement-facts.tsx'
import { MeasurementPage } from './measurement-page.tsx'
import { OpenMeasurement } from './open-measurement.tsx'

/** The list, or one measurement (`?id=`). */
export function MeasurementsPage() {
  const [id] = useUrlState('id')
  return id ? <MeasurementPage key={id} measurementId={id} /> : <MeasurementList />
}

/** Measurements of the account's projects and those assigned to the account. */
function MeasurementList() {
  const { t } = useTranslation()
  const { accountId } = useSignedIn()
  const periodOf = usePeriod()
  const list = useList(listMeasurements, { given: { tenantId: site().tenantId } })
  const [isNew, setIsNew] = useUrlState('new')
  const columns = useOutcomeColumns<Measurement>(
    [
      { label: t('measurements.column.quantity'), figure: true, value: (row) => row.quantity },
      {
        label: t('measurements.column.status'),
        isShort: true,
        cell: (row) => <MeasurementStatus measurement={row} />,
      },
    ],
    (row) => {
      const act = row.acts.find((known) => known !== 'reschedule')
      const isDecision = act !== undefined && act !== 'submit'
      return (
        <RowActLink
          act={t(isDecision ? 'measurements.decide' : act ? `measurements.act.${act}` : 'projects.view')}
          row={`${row.project}, ${periodOf(row)}`}
          isPrimary={act !== undefined}
          to={workPath('measurements', row.projectId, row.measurementId)}
        />
      )
    },
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
    </Page>
  )
}
