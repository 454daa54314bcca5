import { useTranslation } from 'react-i18next'
import type { Verification } from '#shared/contract/verifications.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

const tones: Record<Verification['status'], Tone> = {
  requested: 'neutral',
  'in progress': 'waiting',
  'findings open': 'warn',
  verified: 'good',
  'not verified': 'bad',
}

/** How far a verification is, in a word. */
export function VerificationStatusBadge({ status }: { status: Verification['status'] }) {
  const { t } = useTranslation()
  return <Badge tone={tones[status]}>{t(`verifications.status.${status}`)}</Badge>
}
