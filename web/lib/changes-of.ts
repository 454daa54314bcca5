/** What of the given values differs from the facts as they are. */
export function changesOf<Facts extends object>(given: Facts, facts: Facts): Partial<Facts> {
  const changes: Partial<Facts> = { ...given }
  for (const name in changes) if (changes[name] === facts[name]) delete changes[name]
  return changes
}
