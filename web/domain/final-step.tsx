import type { ReactNode } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Step } from '#web/ui/step.tsx'

/** The confirmation of an act, usually irreversible: its effect (`children`) and what becomes public. */
export function FinalStep({
  label,
  title,
  becomesPublic,
  confirm,
  busy,
  isReady = true,
  failure,
  onConfirm,
  onBack,
  children,
}: {
  label: string
  /** By default that the act cannot be undone. */
  title?: string | undefined
  becomesPublic: string
  confirm: string
  busy: boolean
  /** Whether the confirmation is complete. */
  isReady?: boolean
  failure: string | null
  onConfirm: () => void
  onBack: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Step key="final" label={label}>
      <div className="flex flex-col gap-5">
        <Failure text={failure} boxed />
        {children}
        <Notice tone="warn" title={title ?? t('wallet.final')}>
          {becomesPublic}
        </Notice>
        <Actions>
          <Button onClick={onBack} disabled={busy}>
            {t('wallet.back')}
          </Button>
          <Button tone="primary" busy={busy} disabled={!isReady} onClick={onConfirm}>
            {confirm}
          </Button>
        </Actions>
      </div>
    </Step>
  )
}
