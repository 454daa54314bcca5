import { useTranslation } from 'react-i18next'

const dayMs = 24 * 60 * 60 * 1000

/** For how many whole days something has waited. */
export function DaysWaiting({ since }: { since: string }) {
  const { t } = useTranslation()
  const days = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / dayMs))
  return <span className="tabular whitespace-nowrap">{t('review.days', { count: days })}</span>
}
