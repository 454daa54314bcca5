import type { Measurement } from '#shared/contract/measurements.ts'
import { methodologyPath } from '#shared/rules/paths.ts'
import { ProjectLink } from '#web/domain/project-link.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { useArithmetic } from './use-arithmetic.ts'

export function MeasurementFacts({ measurement }: { measurement: Measurement }) {
  const { t } = useTranslation()
  const format = useFormat()
  const arithmeticOf = useArithmetic()
  const { methodology, methodologyId, methodologyVersion: version, quantity, parts } = measurement
  return (
    <Facts>
      <Fact label={t('measurements.column.status')}>
        <MeasurementStatus measurement={measurement} />
      </Fact>
      <Fact label={t('measurements.column.project')}>
        <ProjectLink of={measurement} className="link" />
      </Fact>
      <Fact label={t('measurements.provider')}>{measurement.account}</Fact>
      <Fact label={t('measurements.column.dueDate')}>{format.date(measurement.dueDate)}</Fact>
      <Fact label={t('measurements.column.methodology')}>
        {methodology && methodologyId && version && (
          <Link to={methodologyPath(methodologyId)} className="link">
            {t('measurements.version', { methodology, version })}
          </Link>
        )}
      </Fact>
      <Fact label={t('measurements.column.quantity')} figure>
        {quantity !== null && format.quantity(quantity)}
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
