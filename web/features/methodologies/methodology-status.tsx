import { useTranslation } from 'react-i18next'
import type { Methodology } from '#shared/contract/methodologies.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

const tones: Record<Methodology['status'], Tone> = {
  draft: 'neutral',
  pending: 'waiting',
  approved: 'good',
  rejected: 'bad',
  deprecated: 'neutral',
}

/** A methodology version's status in a word. */
export function MethodologyStatusBadge({ status }: { status: Methodology['status'] }) {
  const { t } = useTranslation()
  return <Badge tone={tones[status]}>{t(`methodologies.status.${status}`)}</Badge>
}
