/** A serial number that somebody asks for: what stands before its numbers, and the first unit that it names. */
export type AskedSerial = { head: string; first: string }

/**
 * What a text could name as a serial number: a range (`…-12001-12300`, as the registry writes it) or one unit
 * (`…-12001`). Only the database knows which heads there are, so both readings are answered.
 */
export function askedSerials(q: string): AskedSerial[] {
  const range = /^(.+)-(\d{1,18})-\d{1,18}$/.exec(q.toUpperCase())
  const unit = /^(.+)-(\d{1,18})$/.exec(q.toUpperCase())
  return [range, unit].flatMap((found) => (found?.[1] && found[2] ? [{ head: found[1], first: found[2] }] : []))
}

/** The number of a claim, alone or as its certificate writes it (`C-000042`). */
export function askedClaimNumber(q: string): string | null {
  return /^(?:C-)?(\d{1,15})$/i.exec(q)?.[1] ?? null
}
