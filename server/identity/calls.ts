const minuteMs = 60_000
const maxAddresses = 10_000

/** Counts calls by address, minute by minute. Answers whether one more is within the limit. */
export function callLimit(perMinute: number): (address: string) => boolean {
  let counts = new Map<string, number>()
  let until = 0
  return (address) => {
    if (Date.now() >= until || counts.size > maxAddresses) {
      counts = new Map()
      until = Date.now() + minuteMs
    }
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    return count <= perMinute
  }
}
