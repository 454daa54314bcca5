import { useTranslation } from '#web/texts/use-translation.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Returns how many whole days ago a time was. */
export function daysSince(time: string): number {
  return Math.max(0, Math.floor((Date.now() - Date.parse(time)) / dayMs))
}

/** Says for how many whole days something has waited. */
export function DaysWaiting({ since }: { since: string }) {
  const { t } = useTranslation()
  return <span className="tabular whitespace-nowrap">{t('review.days', { count: daysSince(since) })}</span>
}
