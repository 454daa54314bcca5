import type { Transaction } from '#shared/contract/transactions.ts'
import { cx } from '#web/ui/cx.ts'

const colours: Partial<Record<Transaction['type'], string>> = { mint: 'bg-issued', claim: 'bg-retired' }

/** Issued or retired units, in the colours of the charts; other movements have a frame. */
export function MovementMark({ type }: { type: Transaction['type'] }) {
  return (
    <span
      aria-hidden
      className={cx(
        'mr-2 inline-block size-2.5 shrink-0 rounded-sm forced-color-adjust-none',
        colours[type] ?? 'border border-edge',
      )}
    />
  )
}
