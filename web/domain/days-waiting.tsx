import { daysSince } from '#shared/rules/days-since.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Null means an unknown time. */
export function DaysWaiting({ since }: { since: string | null }) {
  const { t } = useTranslation()
  const days = since === null ? t('review.daysUnknown') : t('review.days', { count: daysSince(since) })
  return <span className="tabular whitespace-nowrap">{days}</span>
}
