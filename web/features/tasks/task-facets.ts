import { readTaskFacets, type TaskFacet } from '#shared/contract/tasks.ts'
import { taskAges, taskDues, taskKinds } from '#shared/rules/lifecycle/tasks.ts'
import { facetsOf } from '#web/domain/facets.tsx'
import { useProjectWords } from '#web/domain/project-words.ts'
import { useFormat } from '#web/lib/format.ts'
import type { List } from '#web/lib/use-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

export function useTaskFacets(list: List<unknown>) {
  const { t } = useTranslation()
  const format = useFormat()
  const kinds = useProjectWords()
  const words: Partial<Record<TaskFacet, (value: string) => string>> = {
    kind: (value) => {
      const kind = taskKinds.find((known) => known === value)
      return kind ? t(`tasks.kind.${kind}`) : value
    },
    age: (value) => {
      const age = taskAges.find((known) => known === value)
      return age ? t(`queue.age.${age}`) : value
    },
    due: (value) => {
      const due = taskDues.find((known) => known === value)
      return due ? t(`queue.due.${due}`) : value
    },
    country: format.country,
    type: kinds.type,
    assigned: (value) => (value === 'me' ? t('tasks.mine') : value === 'nobody' ? t('tasks.nobody') : value),
  }
  return facetsOf(list, readTaskFacets, {
    facet: (name) => t(`queue.facet.${name}`),
    value: (name, { value, name: called }) => called ?? words[name]?.(value) ?? value,
    order: (name) => orders[name],
  })
}

const inOrderOf = (values: readonly string[]) => (one: string, other: string) =>
  values.indexOf(one) - values.indexOf(other)

/** Others by frequency. */
const orders: Partial<Record<TaskFacet, (one: string, other: string) => number>> = {
  age: inOrderOf(taskAges),
  due: inOrderOf(taskDues),
}
