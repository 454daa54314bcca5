import { useTranslation } from '#web/texts/use-translation.ts'

const dayMs = 24 * 60 * 60 * 1000

export function daysSince(time: string): number {
  return Math.max(0, Math.floor((Date.now() - Date.parse(time)) / dayMs))
}

/** Null means an unknown time. */
export function DaysWaiting({ since }: { since: string | null }) {
  const { t } = useTranslation()
  const days = since === null ? t('review.daysUnknown') : t('review.days', { count: daysSince(since) })
  return <span className="tabular whitespace-nowrap">{days}</span>
}
