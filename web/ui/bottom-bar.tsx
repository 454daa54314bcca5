import type { ReactNode } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { SubmitButton } from './form.tsx'

/**
 * A bar at the bottom of the screen or dialog; `theme.css` keeps the focused field above the bar. An idle bar is
 * invisible and, except on phones, takes its room, so that nothing moves. The bar does not stick on screens lower than
 * 24rem.
 */
export function BottomBar({ isIdle = false, children }: { isIdle?: boolean; children: ReactNode }) {
  return (
    <div
      data-sticks-below
      className={cx(
        '-mx-1 mt-1 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-ground px-1 py-3 in-[.bg-surface]:bg-surface print:hidden',
        // A bar that has the focus stays, as focus must not vanish.
        isIdle
          ? 'invisible focus-within:visible max-sm:not-focus-within:hidden'
          : 'sticky bottom-0 z-10 [@media(max-height:24rem)]:static',
      )}
    >
      {children}
    </div>
  )
}

/** For forms that edit existing facts: appears with the first change. `children` are further buttons. */
export function SavingBar({
  changes,
  onDiscard,
  children,
}: {
  changes: number
  onDiscard: () => void
  children?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <BottomBar isIdle={changes === 0}>
      <p role="status" className="min-w-0 flex-1 basis-20 text-sm text-ink-soft">
        {changes === 0 ? t('ui.nothingUnsaved') : t('ui.unsaved', { count: changes })}
      </p>
      <Button onClick={onDiscard}>{t('ui.discard')}</Button>
      {children}
      <SubmitButton>{t('ui.save')}</SubmitButton>
    </BottomBar>
  )
}
