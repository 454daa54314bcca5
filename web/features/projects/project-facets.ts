import type { ProjectFacet } from '#shared/contract/projects.ts'
import { stages } from '#shared/rules/lifecycle/project.ts'
import { sdgs } from '#shared/rules/project-facts.ts'
import { facetsOf } from '#web/domain/facets.tsx'
import { useProjectWords } from '#web/domain/project-words.ts'
import { statusesOf } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import type { List } from '#web/lib/use-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

export function useProjectFacets(list: List<unknown>) {
  const { t } = useTranslation()
  const format = useFormat()
  const kinds = useProjectWords()
  const words: Partial<Record<ProjectFacet, (value: string) => string>> = {
    status: (value) => {
      const known = statusesOf('project').find(({ status }) => status === value)
      return known ? t(known.word) : value
    },
    stage: (value) => {
      const stage = stages.find((known) => known === value)
      return stage ? t(`projects.stage.${stage}`) : value
    },
    type: kinds.type,
    sector: kinds.sector,
    country: format.country,
    sdg: (value) => {
      const goal = sdgs.find((known) => String(known) === value)
      return goal ? t(`projects.goal.${goal}`) : value
    },
  }
  return facetsOf(list, reading.readProjectFacets, {
    facet: (name) => t(`facets.name.${name}`),
    value: (name, { value, name: called }) => called ?? words[name]?.(value) ?? value,
    order: (name) => orders[name],
  })
}

const byNumber = (one: string, other: string) => Number(one) - Number(other)

/** Newest years first, goals by number, others by frequency. */
const orders: Partial<Record<ProjectFacet, (one: string, other: string) => number>> = {
  vintage: (one, other) => byNumber(other, one),
  sdg: byNumber,
}
