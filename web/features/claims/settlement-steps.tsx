import type { SettlementState } from '#web/domain/status.tsx'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Stepper } from '#web/ui/stepper.tsx'

const steps = ['recorded', 'submitted', 'confirmed'] as const

export function SettlementSteps({ state, reason }: { state: SettlementState; reason?: string | null }) {
  const { t } = useTranslation()
  if (state === 'parked') {
    return (
      <Notice tone="bad" title={t('transactions.settlement.parked')}>
        {reason}
      </Notice>
    )
  }
  const reached = steps.indexOf(state)
  return (
    <div aria-live="polite">
      <Stepper
        label={t('settlement.steps')}
        steps={steps.map((step, index) => ({
          id: step,
          label: t(`transactions.settlement.${step}`),
          state: index < reached || state === 'confirmed' ? 'done' : index === reached ? 'now' : 'ahead',
          note: t(`settlement.note.${step}`),
        }))}
      />
    </div>
  )
}
