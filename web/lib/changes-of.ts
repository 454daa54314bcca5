/** Returns the given values that differ from the facts. */
export function changesOf<Facts extends object>(given: Facts, facts: Facts): Partial<Facts> {
  const changes: Partial<Facts> = { ...given }
  for (const name in changes) if (changes[name] === facts[name]) delete changes[name]
  return changes
}
