import type { Measurement } from '#shared/contract/measurements.ts'
import { OutcomeFacts } from '#web/domain/outcome-facts.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useYearLines } from '#web/domain/year-fields.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { useArithmetic } from './use-arithmetic.ts'

export function MeasurementFacts({ measurement }: { measurement: Measurement }) {
  const { t } = useTranslation()
  const format = useFormat()
  const arithmeticOf = useArithmetic()
  const yearLines = useYearLines()
  const { quantity, parts } = measurement
  return (
    <OutcomeFacts
      of={measurement}
      status={<MeasurementStatus measurement={measurement} />}
      provider={t('measurements.provider')}
    >
      <Fact label={t('measurements.column.quantity')} figure>
        {quantity !== null && format.quantity(quantity)}
      </Fact>
      <Fact label={t('years.quantity')} figure>
        {yearLines(measurement.byYear)}
      </Fact>
      {parts && (
        <>
          {(['gross', 'baseline', 'leakage', 'uncertainty'] as const).map((part) => (
            <Fact key={part} label={t(`measurements.part.${part}`)} figure>
              {format.quantity(parts[part])}
            </Fact>
          ))}
          <Fact label={t('measurements.parts')} figure wide>
            {arithmeticOf(parts)}
          </Fact>
        </>
      )}
      <Fact label={t('measurements.note')} wide>
        {measurement.note}
      </Fact>
      <Fact label={t('projects.reason')} wide>
        {measurement.statusReason}
      </Fact>
    </OutcomeFacts>
  )
}

export function MeasurementStatus({ measurement }: { measurement: Measurement }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex flex-wrap gap-1">
      <StatusBadge kind="measurement" status={measurement.status} />
      {measurement.overdue && <Badge tone="warn">{t('measurements.overdue')}</Badge>}
    </span>
  )
}
