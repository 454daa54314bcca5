import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from '#web/ui/cx.ts'

/** Says how a search was read that found nothing as typed. */
export function Forgiven({
  q,
  corrected,
  isSimilar,
  className,
}: {
  q: string
  corrected?: string | null | undefined
  isSimilar?: true | undefined
  className?: string
}) {
  const { t } = useTranslation()
  if (!corrected && !isSimilar) return null
  return (
    <p className={cx('text-ink-soft', className)}>
      {corrected ? t('lists.corrected', { corrected, q }) : t('lists.similar', { sought: q })}
    </p>
  )
}
