import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from './button.tsx'

/** A null callback means no such page. With `isBound`, `total` is a lower bound. */
export function Pager({
  total,
  isBound = false,
  shown,
  onPrevious,
  onNext,
}: {
  total: number
  isBound?: boolean | undefined
  shown: number
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('ui.pages')} className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="tabular text-sm text-ink-soft">
        {t(isBound ? 'lists.shownOfMore' : 'lists.shownOf', { shown, count: total })}
      </p>
      {(onPrevious || onNext) && (
        <div className="flex gap-2">
          <Button
            size="small"
            icon={<ChevronLeft aria-hidden size={16} />}
            disabled={!onPrevious}
            onClick={() => onPrevious?.()}
          >
            {t('ui.previous')}
          </Button>
          <Button size="small" disabled={!onNext} onClick={() => onNext?.()}>
            {t('ui.next')}
            <ChevronRight aria-hidden size={16} />
          </Button>
        </div>
      )}
    </nav>
  )
}
