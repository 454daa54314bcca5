/** A range of serial numbers that somebody looks up: the parts of its label, and the first and the last unit that it names. */
export type AskedSerial = {
  prefix: string
  country: string
  projectNumber: number
  vintage: string
  batch: number
  first: string
  last: string
}

/** A range of serial numbers of the registry where units came from: the batch, its units, and what follows them in its label. */
export type AskedOriginRange = { batch: string; first: string; last: string; rest: string }

/** What a pasted text may name by an address of this registry's screens. */
export type AskedAddress = { kind: 'claim' | 'transaction' | 'project'; id: string }

const label = /^([A-Z0-9]{2,12})-([A-Z]{2})-(\d{1,9})-(\d{1,4})-(\d{1,9})-(\d{1,18})(?:-(\d{1,18}))?$/
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
/** What stands between a code and its label, or between two codes. */
const between = /[\n\t;|"“”„«»‹›()[\]{}<>]+|[:,]\s+/u

/**
 * A text as programs hand it on, made plain: invisible characters out (soft hyphens, zero-width spaces, marks of direction),
 * full-width letters narrow, any dash with the spaces around it a hyphen, groups of three digits joined.
 */
function plainText(q: string): string {
  return q
    .replace(/(?<=\d)[,.'’\u00a0\u202f](?=\d{3}(?!\d))/gu, '')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/(^|\n)[^\S\n]*[•*\p{Pd}][^\S\n]+/gu, '$1')
    .replace(/\s*[\p{Pd}\u2212]+\s*/gu, '-')
}

const trimmed = (text: string) => text.replace(edges, '')

/** The parts of a text that may be a code by themselves: all of it, what stands beside a label or another code, each word with a dash. */
function piecesOf(q: string): string[] {
  const text = plainText(q)
  const parts = text.split(between)
  const words = parts.flatMap((part) => part.split(/\s+/).filter((word) => word.includes('-')))
  return [...new Set([text, ...parts, ...words].map(trimmed))].filter((piece) => piece !== '')
}

/** What a part of the text is, read by `read`; null if none is that. */
function firstOf<Code>(q: string, read: (piece: string) => Code | null): Code | null {
  for (const piece of piecesOf(q)) {
    const code = read(piece)
    if (code !== null) return code
  }
  return null
}

/**
 * Reads a text as the serial numbers that it names, ranges (`…-12001-12300`, as the registry writes them) or single units (`…-12001`), each
 * once: alone, with labels, in quotes or in a list. Between the parts of one may stand any dash, spaces, or both.
 */
export function askedSerials(q: string): AskedSerial[] {
  const found = piecesOf(q).flatMap((piece) => serialIn(piece) ?? [])
  return [...new Map(found.map((serial) => [JSON.stringify(serial), serial])).values()]
}

/** The first serial number that a text names; null if it names none. */
export function askedSerial(q: string): AskedSerial | null {
  return askedSerials(q)[0] ?? null
}

function serialIn(piece: string): AskedSerial | null {
  const found = label.exec(piece.toUpperCase().replace(/\s+/g, '-'))
  if (!found) return null
  const [, prefix = '', country = '', projectNumber, vintage = '', batch, one = '', other = one] = found
  const [first, last] = BigInt(one) <= BigInt(other) ? [one, other] : [other, one]
  return { prefix, country, projectNumber: Number(projectNumber), vintage, batch: Number(batch), first, last }
}

/**
 * Reads a text as the serial numbers that units had in the registry they came from, or as their first parts: parts in capitals with a
 * dash between them, as the index of imported rows has them. Empty for other text.
 */
export function askedOriginSerials(q: string): string[] {
  const found = plainText(q)
    .split(between)
    .flatMap((part) => {
      const words = part.split(/\s+/).flatMap((word) => originIn(word) ?? [])
      return words.length > 0 ? words : (originIn(part) ?? [])
    })
  return [...new Set(found)]
}

function originIn(piece: string): string | null {
  const parts = piece.toUpperCase().match(/[A-Z0-9]+/g) ?? []
  const numbers = parts.filter((part) => /^\d+$/.test(part))
  return parts.length >= 3 && numbers.length >= 2 ? parts.join('-') : null
}

/** Reads such a serial number as a range of units in a batch (`8164-1-9428-VCS-VCU-…`); null where it has another form. */
export function askedOriginRange(origin: string): AskedOriginRange | null {
  const found = /^([A-Z0-9]+)-(\d{1,18})-(\d{1,18})-([A-Z0-9]+-.+)$/.exec(origin)
  if (!found) return null
  const [, batch = '', one = '', other = '', rest = ''] = found
  const [first, last] = BigInt(one) <= BigInt(other) ? [one, other] : [other, one]
  return { batch, first, last, rest }
}

/** How people call the number of a claim, of its certificate or of a project before they write it, in the languages of the registry. */
const claimWords = /^(?:claim|retirement|certificate|retrait|certificat|dai|cheti)\b/iu
const projectWords = /^(?:project|projet|mradi)\b/iu
const numberWords = /^(?:identifier|identifiant|kitambulisho|id|number|numéro|nambari|namba|no|na|n°)?[\s.:#]*/iu

/** The text behind a word for what it numbers, or all of it. */
function behind(words: RegExp, text: string): string {
  const bare = trimmed(text).replace(words, '').trim()
  return trimmed(bare.replace(numberWords, ''))
}

/**
 * Returns the digits of a claim's number, given alone, after its name (`Claim 21,242`) or as its certificate writes it (`C-000042`), with or
 * without the dash and spaces; null for other text.
 */
export function askedClaimNumber(q: string): string | null {
  return /^(?:C-?)?(\d{1,15})$/i.exec(behind(claimWords, plainText(q)).replace(/\s/g, ''))?.[1] ?? null
}

/** Returns the digits of a project's number, given alone or after its name (`Project ID 3625`); null for other text. */
export function askedProjectNumber(q: string): number | null {
  const digits = /^\d{1,9}$/.exec(behind(projectWords, plainText(q)).replace(/\s/g, ''))?.[0]
  return digits === undefined ? null : Number(digits)
}

/** Returns what a text may be as the verify code of a claim, as the registry writes it (`7K3QD-9XW2M`); null if it has another form. */
export function askedVerifyCode(q: string): string | null {
  return firstOf(q, (piece) => {
    const found = /^([0-9A-Z]{5})[\s-]*([0-9A-Z]{5})$/iu.exec(piece)
    return found ? `${found[1]}-${found[2]}`.toUpperCase() : null
  })
}

/** Returns the 64 hexadecimal digits of a hash in small letters, given with or without 0x, spaces and its label; null for other text. */
export function askedHash(q: string): string | null {
  return firstOf(q, (piece) => /^(?:0x)?([0-9a-f]{64})$/.exec(piece.toLowerCase().replace(/[\s-]/g, ''))?.[1] ?? null)
}

const address = /\/(claims|collection\/project|embed\/claim|embed\/project)\/?\?(\S+?)[^\p{L}\p{N}_-]*$/iu

/** Reads a text as the address of a claim, a public record or a project on a screen of a registry; null for other text. */
export function askedAddress(q: string): AskedAddress | null {
  const [, path = '', query = ''] = address.exec(q.replace(/\p{Cf}/gu, '')) ?? []
  const asked = new URLSearchParams(query)
  const key = asked.get('key') ?? ''
  const record = asked.get('record') ?? ''
  if (/project$/i.test(path)) return key === '' ? null : { kind: 'project', id: key.replace(/^.*:/, '') }
  if (key !== '') return { kind: 'claim', id: key }
  return record === '' ? null : { kind: 'transaction', id: record }
}

/** The id that a text is, by itself or in an address, without quotes, spaces and marks around it. */
export function askedId(q: string): string {
  return askedAddress(q)?.id ?? q.replace(/\p{Cf}/gu, '').replace(/^[^\p{L}\p{N}_-]+|[^\p{L}\p{N}_-]+$/gu, '')
}
