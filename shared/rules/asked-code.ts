/** A serial number that somebody looks up: the parts of its label, and the first unit that it names. */
export type AskedSerial = {
  prefix: string
  country: string
  projectNumber: number
  vintage: string
  batch: number
  first: string
}

const label = /^([A-Z0-9]{2,12})-([A-Z]{2})-(\d{1,9})-(\d{1,4})-(\d{1,9})-(\d{1,18})(?:-\d{1,18})?$/

/**
 * Reads a text as a serial number: of a range (`…-12001-12300`, as the registry writes it) or of one unit (`…-12001`); null if
 * it is neither. Between its parts may stand any dash, spaces, or both.
 */
export function askedSerial(q: string): AskedSerial | null {
  const found = label.exec(
    q
      .trim()
      .toUpperCase()
      .replace(/[\s\p{Pd}]+/gu, '-'),
  )
  if (!found) return null
  const [, prefix = '', country = '', projectNumber, vintage = '', batch, first = ''] = found
  return { prefix, country, projectNumber: Number(projectNumber), vintage, batch: Number(batch), first }
}

/**
 * Reads a text as the serial number that units had in the registry they came from, or as its first parts: parts in capitals with a
 * dash between them, as the index of imported rows has them. Null for other text.
 */
export function askedOriginSerial(q: string): string | null {
  const parts = q.toUpperCase().match(/[A-Z0-9]+/g) ?? []
  const numbers = parts.filter((part) => /^\d+$/.test(part))
  return parts.length >= 3 && numbers.length >= 2 ? parts.join('-') : null
}

/**
 * Returns the digits of a claim's number, given alone or as its certificate writes it (`C-000042`), with or without the dash and
 * spaces; null for other text.
 */
export function askedClaimNumber(q: string): string | null {
  return /^(?:C-?)?(\d{1,15})$/i.exec(q.replace(/\s/g, ''))?.[1] ?? null
}

/** Returns what a text may be as the verify code of a claim, as the registry writes it (`7K3QD-9XW2M`); null if it has another form. */
export function askedVerifyCode(q: string): string | null {
  const found = /^([0-9A-Z]{5})[\s\p{Pd}]*([0-9A-Z]{5})$/iu.exec(q.trim())
  return found ? `${found[1]}-${found[2]}`.toUpperCase() : null
}

/** Returns the 64 hexadecimal digits of a hash in small letters, given with or without 0x and spaces; null for other text. */
export function askedHash(q: string): string | null {
  return /^(?:0x)?([0-9a-f]{64})$/.exec(q.toLowerCase().replace(/\s/g, ''))?.[1] ?? null
}
