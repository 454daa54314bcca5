/** A map that keeps the entries used last and forgets the oldest beyond `limit`. */
export function recentlyUsed<Value>(limit: number): {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
} {
  const entries = new Map<string, Value>()
  return {
    get(key) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      const oldest = entries.keys().next()
      if (entries.size > limit && !oldest.done) entries.delete(oldest.value)
    },
  }
}
