import { isSameFact } from '#shared/rules/same-fact.ts'

/** Compares by `isSameFact`. */
export function changesOf<Facts extends object>(given: Facts, facts: Facts): Partial<Facts> {
  const changes: Partial<Facts> = { ...given }
  for (const name in changes) if (isSameFact(changes[name], facts[name])) delete changes[name]
  return changes
}
