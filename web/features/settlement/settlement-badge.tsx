import { useTranslation } from 'react-i18next'
import type { Transaction } from '#shared/contract/transactions.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

export type SettlementState = Transaction['settlement']['state']

const tones: Record<SettlementState, Tone> = {
  recorded: 'waiting',
  submitted: 'waiting',
  confirmed: 'good',
  parked: 'bad',
}

/** How far a movement is on its way to the chain, in a word. */
export function SettlementBadge({ state }: { state: SettlementState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`transactions.settlement.${state}`)}</Badge>
}
