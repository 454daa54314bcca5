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
 * it is neither. A dash may be typed as any of the dashes, with spaces around it.
 */
export function askedSerial(q: string): AskedSerial | null {
  const found = label.exec(
    q
      .trim()
      .toUpperCase()
      .replace(/\s*\p{Pd}\s*/gu, '-'),
  )
  if (!found) return null
  const [, prefix = '', country = '', projectNumber, vintage = '', batch, first = ''] = found
  return { prefix, country, projectNumber: Number(projectNumber), vintage, batch: Number(batch), first }
}

/** Returns the digits of a claim's number, given alone or as its certificate writes it (`C-000042`); null for other text. */
export function askedClaimNumber(q: string): string | null {
  return /^(?:C-)?(\d{1,15})$/i.exec(q)?.[1] ?? null
}

/** Whether a text has the form of a claim's verify code. */
export function isVerifyCode(q: string): boolean {
  return /^[0-9A-Z]{5}-[0-9A-Z]{5}$/i.test(q)
}
