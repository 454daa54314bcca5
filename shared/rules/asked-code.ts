/** A serial number that somebody looks up: the text before its numbers, and the first unit that it names. */
export type AskedSerial = { head: string; first: string }

/**
 * Reads a text as a serial number: of a range (`…-12001-12300`, as the registry writes it) or of one unit (`…-12001`).
 * Only the database knows which heads exist, so both readings are returned; an empty list if it is neither.
 */
export function askedSerials(q: string): AskedSerial[] {
  const range = /^(.+)-(\d{1,18})-\d{1,18}$/.exec(q.toUpperCase())
  const unit = /^(.+)-(\d{1,18})$/.exec(q.toUpperCase())
  return [range, unit].flatMap((found) => (found?.[1] && found[2] ? [{ head: found[1], first: found[2] }] : []))
}

/** Returns the digits of a claim's number, given alone or as its certificate writes it (`C-000042`); null for other text. */
export function askedClaimNumber(q: string): string | null {
  return /^(?:C-)?(\d{1,15})$/i.exec(q)?.[1] ?? null
}
