import { useState } from 'react'
import {
  decideMeasurement,
  type Measurement,
  readMeasurement,
  readMeasurementHistory,
} from '#shared/contract/measurements.ts'
import { periodLastsOn } from '#shared/rules/lifecycle/measurement.ts'
import { workPath } from '#shared/rules/paths.ts'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { HistorySection } from '#web/domain/history-section.tsx'
import { OutcomeEvidence } from '#web/domain/outcome-evidence.tsx'
import { OutcomeFrame, OutcomePage } from '#web/domain/outcome-page.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { outcomeReads } from '#web/domain/reads.ts'
import { useFormat } from '#web/lib/format.ts'
import { dayFromToday } from '#web/lib/today.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { focusPageTitle, Section } from '#web/ui/page.tsx'
import { MeasurementFacts } from './measurement-facts.tsx'
import { RescheduleMeasurement } from './reschedule-measurement.tsx'
import { SubmitMeasurement } from './submit-measurement.tsx'

export function MeasurementPage({ measurementId }: { measurementId: string }) {
  const params = { measurementId }
  return (
    <OutcomePage kind="measurements" endpoint={readMeasurement} inputs={{ params }}>
      {(measurement) => <ShownMeasurement measurement={measurement} />}
    </OutcomePage>
  )
}

function ShownMeasurement({ measurement }: { measurement: Measurement }) {
  const { t } = useTranslation()
  const periodOf = usePeriod()
  const format = useFormat()
  const { measurementId, acts, projectId, verificationId } = measurement
  const history = useRead(readMeasurementHistory, { params: { measurementId } })
  return (
    <OutcomeFrame
      kind="measurements"
      of={measurement}
      actions={
        <>
          {acts.includes('reschedule') && <RescheduleMeasurement measurement={measurement} />}
          <Decisions measurement={measurement} />
          {verificationId && (
            <ButtonLink to={workPath('verifications', projectId, verificationId)}>
              {t('measurements.toVerification')}
            </ButtonLink>
          )}
        </>
      }
    >
      {periodLastsOn(measurement, dayFromToday(0)) && (
        <div className="mb-6">
          <Notice tone="warn">{t('measurements.lastsUntil', { day: format.date(measurement.periodEnd) })}</Notice>
        </div>
      )}
      <MeasurementFacts measurement={measurement} />
      <OutcomeEvidence of={{ kind: 'measurement', id: measurementId, methodologyId: measurement.methodologyId }} />
      {acts.includes('submit') && (
        <Section title={t('measurements.act.submit')}>
          <SubmitMeasurement measurement={measurement} onDone={focusPageTitle} />
        </Section>
      )}
      <HistorySection read={history} subject={`${measurement.project}, ${periodOf(measurement)}`} />
    </OutcomeFrame>
  )
}

type Decision = 'reject' | 'requestChanges' | 'accept'

/** In the order of all decisions. */
const decisionsInOrder: readonly Decision[] = ['accept', 'requestChanges', 'reject']

function Decisions({ measurement: { measurementId, acts } }: { measurement: Measurement }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Decision | null>(null)
  const { act, failure } = useAct(decideMeasurement, { refresh: outcomeReads })
  return (
    <>
      {decisionsInOrder
        .filter((known) => acts.includes(known))
        .map((decision) => (
          <Button
            key={decision}
            tone={decision === 'accept' ? 'primary' : decision === 'reject' ? 'danger' : 'plain'}
            onClick={() => setChosen(decision)}
          >
            {t(`measurements.act.${decision}`)}
          </Button>
        ))}
      {chosen && (
        <DecisionDialog
          title={t(`measurements.act.${chosen}`)}
          question={t(`measurements.question.${chosen}`)}
          requiresReason={chosen !== 'accept'}
          danger={chosen === 'reject'}
          failure={failure}
          onClose={() => setChosen(null)}
          done={t(`measurements.done.${chosen}`)}
          onDecide={async (reason) => {
            const decided = await act({ params: { measurementId }, body: { act: chosen, reason } })
            if (decided) focusPageTitle()
            return decided
          }}
        />
      )}
    </>
  )
}
