import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { previewMovement } from '#shared/contract/wallet.ts'
import { SerialRanges } from '#web/domain/serials.tsx'
import { useFormat } from '#web/lib/format.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'

import { Step } from '#web/ui/step.tsx'

export type Preview = ReplyOf<typeof previewMovement>

/** What an irreversible act would do: the exact serial ranges, the balances after it, what becomes public; and its confirmation. */
export function MovementPreview({
  preview,
  facts,
  becomesPublic,
  confirm,
  busy,
  failure,
  onConfirm,
  onBack,
}: {
  preview: Preview
  facts: ReactNode
  becomesPublic: string
  confirm: string
  busy: boolean
  failure: string | null
  onConfirm: () => void
  onBack: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Step>
      <div className="flex flex-col gap-5">
        {failure && (
          <p role="alert" className="rounded-md bg-bad-soft p-3 text-bad">
            {failure}
          </p>
        )}
        <Facts>
          <Fact label={t('wallet.total')}>
            <span className="tabular text-xl font-semibold">{format.quantity(preview.total)}</span>
          </Fact>
          {facts}
        </Facts>
        {preview.items.map((item) => (
          <section key={item.assetId} aria-label={item.projectName}>
            <h3 className="font-medium">
              {item.projectName} · {item.vintage}
            </h3>
            <p className="tabular mt-1 mb-2 text-sm text-ink-soft">
              {t('wallet.balanceAfter', {
                before: format.quantity(item.balanceBefore),
                after: format.quantity(item.balanceAfter),
              })}
            </p>
            <SerialRanges ranges={item.serials} count={item.rangeCount} />
          </section>
        ))}
        <Notice tone="warn" title={t('wallet.final')}>
          {becomesPublic}
        </Notice>
        <Actions>
          <Button onClick={onBack} disabled={busy}>
            {t('wallet.back')}
          </Button>
          <Button tone="primary" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </Actions>
      </div>
    </Step>
  )
}
