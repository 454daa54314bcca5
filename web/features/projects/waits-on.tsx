import type { Project } from '#shared/contract/projects.ts'
import { daysSince } from '#shared/rules/days-since.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Tells participants whose turn it is. */
export function WaitsOn({ project: { waitsOn } }: { project: Project }) {
  const { t } = useTranslation()
  if (waitsOn === null) return null
  const { since } = waitsOn
  const days = since === null ? t('review.daysUnknown') : t('dashboard.days', { count: daysSince(since) })
  return <span className="tabular">{t(`tasks.waitsOn.${waitsOn.side}`, { account: waitsOn.account ?? '', days })}</span>
}
