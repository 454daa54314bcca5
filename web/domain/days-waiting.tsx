import { useTranslation } from '#web/texts/use-translation.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Returns how many whole days ago a time was. */
export function daysSince(time: string): number {
  return Math.max(0, Math.floor((Date.now() - Date.parse(time)) / dayMs))
}

/** Says for how many whole days something has waited, or since null that nobody knows. */
export function DaysWaiting({ since }: { since: string | null }) {
  const { t } = useTranslation()
  const days = since === null ? t('review.daysUnknown') : t('review.days', { count: daysSince(since) })
  return <span className="tabular whitespace-nowrap">{days}</span>
}
