import { useTranslation } from 'react-i18next'

const dayMs = 24 * 60 * 60 * 1000

/** How many whole days ago something was. */
export function daysSince(time: string): number {
  return Math.max(0, Math.floor((Date.now() - Date.parse(time)) / dayMs))
}

/** For how many whole days something has waited. */
export function DaysWaiting({ since }: { since: string }) {
  const { t } = useTranslation()
  return <span className="tabular whitespace-nowrap">{t('review.days', { count: daysSince(since) })}</span>
}
