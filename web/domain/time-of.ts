import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that formats hours; from 48 on as days, rounded up. */
export function useTimeOf(): (hours: number) => string {
  const { t } = useTranslation()
  return (hours) =>
    hours < 48 ? t('review.clock.hours', { count: hours }) : t('review.days', { count: Math.ceil(hours / 24) })
}
