/** Returns the given values that differ from the facts; lists and objects by what they hold. */
export function changesOf<Facts extends object>(given: Facts, facts: Facts): Partial<Facts> {
  const changes: Partial<Facts> = { ...given }
  for (const name in changes) if (isSame(changes[name], facts[name])) delete changes[name]
  return changes
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  return JSON.stringify(one) === JSON.stringify(other)
}
