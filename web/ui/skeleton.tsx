import { useTranslation } from '#web/texts/use-translation.ts'
import { VisuallyHidden } from './hidden.tsx'

export function Skeleton({ rows = 4 }: { rows?: number | undefined }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex flex-col gap-3 py-2">
      <VisuallyHidden>{t('frame.loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div key={row} aria-hidden className="h-11 animate-pulse rounded-md bg-raised" />
      ))}
    </div>
  )
}
