import type { Task } from '#shared/contract/tasks.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

export function useAbout(): (task: Task) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ name, periodStart, periodEnd }) => {
    if (periodStart === null || periodEnd === null) return name
    return `${name}, ${t('dates.fromTo', { from: format.date(periodStart), to: format.date(periodEnd) })}`
  }
}

export function keyOfTask({ kind, subjectId }: Task): string {
  return `${kind} ${subjectId}`
}
