import type { Task } from '#shared/contract/tasks.ts'
import { usePeriod } from './period.tsx'

export function useAbout(): (task: Task) => string {
  const periodOf = usePeriod()
  return ({ name, periodStart, periodEnd }) => {
    if (periodStart === null || periodEnd === null) return name
    return `${name}, ${periodOf({ periodStart, periodEnd })}`
  }
}

export function keyOfTask({ kind, subjectId }: Task): string {
  return `${kind} ${subjectId}`
}
