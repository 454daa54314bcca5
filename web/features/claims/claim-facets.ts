import type { ClaimFacet } from '#shared/contract/claims.ts'
import { beneficiaryKinds } from '#shared/rules/claim.ts'
import { facetsOf } from '#web/domain/facets.tsx'
import { useProjectWords } from '#web/domain/project-words.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import type { List } from '#web/lib/use-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

export function useClaimFacets(list: List<unknown>) {
  const { t } = useTranslation()
  const format = useFormat()
  const kinds = useProjectWords()
  const words: Partial<Record<ClaimFacet, (value: string) => string>> = {
    country: format.country,
    type: kinds.type,
    beneficiaryKind: (value) => {
      const kind = beneficiaryKinds.find((known) => known === value)
      return kind ? t(`facets.beneficiary.${kind}`) : value
    },
  }
  return facetsOf(list, reading.readClaimFacets, {
    facet: (name) => t(`facets.name.${name}`),
    value: (name, { value, name: called }) => called ?? words[name]?.(value) ?? value,
    order: (name) => (name === 'year' || name === 'vintage' ? newestFirst : undefined),
  })
}

const newestFirst = (one: string, other: string) => Number(other) - Number(one)
