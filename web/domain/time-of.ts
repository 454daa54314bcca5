import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that says hours, and from two days on whole days, begun ones counted. */
export function useTimeOf(): (hours: number) => string {
  const { t } = useTranslation()
  return (hours) =>
    hours < 48 ? t('review.clock.hours', { count: hours }) : t('review.days', { count: Math.ceil(hours / 24) })
}
