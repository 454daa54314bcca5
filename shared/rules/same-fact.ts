export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Empty values are equal; lists and objects compare by content. */
export function isSameFact(one: unknown, other: unknown): boolean {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other)
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))]
  return entries.length === others.size && entries.every(([name, value]) => isSameFact(value, others.get(name)))
}
