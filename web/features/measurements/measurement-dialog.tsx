import { useState } from 'react'
import { decideMeasurement, type Measurement } from '#shared/contract/measurements.ts'
import { projectPath, workPath } from '#shared/rules/paths.ts'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { outcomeReads } from '#web/domain/reads.ts'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { SubmitMeasurement } from './submit-measurement.tsx'

type Decision = Exclude<Measurement['acts'][number], 'submit'>

/** In the order of the buttons: the way forward comes last. */
const decisionsInOrder: readonly Decision[] = ['reject', 'requestChanges', 'accept']

/** One measurement, with what the reader may do about it now. */
export function MeasurementDialog({ measurement, onClose }: { measurement: Measurement; onClose: () => void }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Decision | null>(null)
  const { act, failure } = useAct(decideMeasurement, { refresh: outcomeReads })
  const { measurementId, acts } = measurement
  const decisions = decisionsInOrder.filter((known) => acts.includes(known))

  if (asked) {
    return (
      <DecisionDialog
        title={t(`measurements.act.${asked}`)}
        question={t(`measurements.question.${asked}`)}
        asksReason={asked !== 'accept'}
        danger={asked === 'reject'}
        failure={failure}
        onClose={() => setAsked(null)}
        done={t(`measurements.done.${asked}`)}
        onDecide={async (reason) => {
          const decided = await act({ params: { measurementId }, body: { act: asked, reason } })
          if (decided) onClose()
          return decided
        }}
      />
    )
  }
  return (
    <Dialog open onClose={onClose} title={measurement.project} wide>
      <MeasurementFacts measurement={measurement} />
      {acts.includes('submit') && <SubmitMeasurement measurement={measurement} onDone={onClose} />}
      {decisions.length > 0 && (
        <div className="mt-6">
          <Actions>
            {decisions.map((decision) => (
              <Button
                key={decision}
                tone={decision === 'accept' ? 'primary' : decision === 'reject' ? 'danger' : 'plain'}
                onClick={() => setAsked(decision)}
              >
                {t(`measurements.act.${decision}`)}
              </Button>
            ))}
          </Actions>
        </div>
      )}
    </Dialog>
  )
}

function MeasurementFacts({ measurement }: { measurement: Measurement }) {
  const { t } = useTranslation()
  const format = useFormat()
  const periodOf = usePeriod()
  return (
    <Facts>
      <Fact label={t('measurements.column.status')}>
        <MeasurementStatus measurement={measurement} />
      </Fact>
      <Fact label={t('measurements.column.account')}>{measurement.account}</Fact>
      <Fact label={t('measurements.period')}>{periodOf(measurement)}</Fact>
      <Fact label={t('measurements.column.dueDate')}>{format.date(measurement.dueDate)}</Fact>
      <Fact label={t('measurements.column.quantity')} figure>
        {measurement.quantity !== null && format.quantity(measurement.quantity)}
      </Fact>
      <Fact label={t('measurements.column.methodology')}>{measurement.methodology}</Fact>
      <Fact label={t('measurements.note')} wide>
        {measurement.note}
      </Fact>
      <Fact label={t('projects.reason')} wide>
        {measurement.statusReason}
      </Fact>
      <Fact label={t('measurements.links')} wide>
        <Link to={projectPath(measurement.projectKey)} className="link mr-4">
          {t('measurements.toProject')}
        </Link>
        {measurement.verificationId && (
          <Link to={workPath('verifications', measurement.projectId, measurement.verificationId)} className="link">
            {t('measurements.toVerification')}
          </Link>
        )}
      </Fact>
    </Facts>
  )
}

/** A measurement's status, and whether it is overdue. */
export function MeasurementStatus({ measurement }: { measurement: Measurement }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex flex-wrap gap-1">
      <StatusBadge kind="measurement" status={measurement.status} />
      {measurement.overdue && <Badge tone="warn">{t('measurements.overdue')}</Badge>}
    </span>
  )
}
