import { useTranslation } from 'react-i18next'
import type { Measurement } from '#shared/contract/measurements.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

const tones: Record<Measurement['status'], Tone> = {
  scheduled: 'neutral',
  'in progress': 'waiting',
  submitted: 'waiting',
  accepted: 'good',
  'changes requested': 'warn',
  rejected: 'bad',
}

export function MeasurementStatusBadge({ measurement }: { measurement: Measurement }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tones[measurement.status]}>{t(`measurements.status.${measurement.status}`)}</Badge>
      {measurement.overdue && <Badge tone="warn">{t('measurements.overdue')}</Badge>}
    </span>
  )
}
