import type { ComponentProps, ReactNode } from 'react'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { PendingAct } from '#shared/contract/pending.ts'
import { previewMovement } from '#shared/contract/wallet.ts'
import { FinalStep } from '#web/domain/final-step.tsx'
import { SerialRanges } from '#web/domain/serials.tsx'
import { CallError } from '#web/lib/call.ts'
import { useFormat } from '#web/lib/format.ts'
import { detailsIn } from '#web/lib/refusal.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { CapsLeft } from './caps-left.tsx'
import { stageOf } from './pending-words.ts'

export type Preview = ReplyOf<typeof previewMovement>

/** The same order with the preview of now, where the movement was refused because it would differ from what was shown. */
export function shownAnew<Order extends { preview: Preview }>(order: Order | null, error: Error): Order | null {
  const details = error instanceof CallError ? detailsIn(error) : []
  const now = details.find(({ path }) => path === 'previewId')?.meanwhile?.now
  const { data: preview } = previewMovement.reply.safeParse(now)
  return order && preview ? { ...order, preview } : order
}

/** Exact serial ranges, resulting balances, for what the movement will wait, and public effects. */
export function MovementPreview({
  preview,
  type,
  facts,
  confirm,
  children,
  ...step
}: {
  preview: Preview
  type: PendingAct['type']
  facts: ReactNode
  children?: ReactNode
} & Omit<ComponentProps<typeof FinalStep>, 'label' | 'title' | 'children'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { waits } = preview
  const stage = waits && stageOf({ type, ...waits })
  const minutes = waits && Math.round((Date.parse(waits.endsAt) - Date.now()) / 60_000)
  const isUndoable = waits?.waitsFor === 'undo'
  // A claim that can be undone is not yet for good.
  const confirmed = isUndoable && type === 'claim' ? t('wallet.claim') : null
  const sent = waits && waits.waitsFor !== 'undo' ? t(`pending.confirm.${waits.waitsFor}`) : null
  return (
    <FinalStep
      {...step}
      label={t('wallet.preview')}
      title={stage ? t(`pending.before.${stage}`, { count: minutes ?? 0 }) : undefined}
      confirm={sent ?? confirmed ?? confirm}
    >
      <Facts>
        <Fact label={t('wallet.total')}>
          <span className="tabular text-figure font-semibold">{format.quantity(preview.total)}</span>
        </Fact>
        {facts}
      </Facts>
      {preview.caps && <CapsLeft caps={preview.caps} />}
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
          {item.stop && (
            <div className="mt-3">
              <Notice tone="warn" title={t(`wallet.stopped.${item.stop.status}`, { reason: item.stop.reason })} />
            </div>
          )}
        </section>
      ))}
      {children}
    </FinalStep>
  )
}
