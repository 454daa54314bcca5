/** The parts of a range's label. */
export type ParsedSerial = {
  prefix: string
  country: string
  projectNumber: number
  vintage: string
  batch: number
  first: string
  last: string
}

/** A range of another registry; `rest` follows the numbers. */
export type ParsedOriginRange = { batch: string; first: string; last: string; rest: string }

export type ParsedAddress = { kind: 'claim' | 'transaction' | 'project'; id: string }

const label = /^([A-Z0-9]{2,12})-([A-Z]{2})-(\d{1,9})-(\d{1,4})-(\d{1,9})-(\d{1,18})(?:-(\d{1,18}))?$/
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
/** Separators between a code and its label, or between two codes. */
const between = /[\n\t;|"“”„«»‹›()[\]{}<>]+|[:,]\s+/u

/** Removes invisible characters, unifies width and dashes, and joins groups of three digits. */
function plainText(q: string): string {
  return q
    .replace(/(?<=\d)[,.'’\u00a0\u202f](?=\d{3}(?!\d))/gu, '')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/(^|\n)[^\S\n]*[•*\p{Pd}][^\S\n]+/gu, '$1')
    .replace(/\s*[\p{Pd}\u2212]+\s*/gu, '-')
}

const trimmed = (text: string) => text.replace(edges, '')

/** The parts of a text that may be a code: all, each part between separators, each word with a dash. */
function piecesOf(q: string): string[] {
  const text = plainText(q)
  const parts = text.split(between)
  const words = parts.flatMap((part) => part.split(/\s+/).filter((word) => word.includes('-')))
  return [...new Set([text, ...parts, ...words].map(trimmed))].filter((piece) => piece !== '')
}

/** Returns the first code that `read` finds in a part of the text. */
function firstOf<Code>(q: string, read: (piece: string) => Code | null): Code | null {
  for (const piece of piecesOf(q)) {
    const code = read(piece)
    if (code !== null) return code
  }
  return null
}

/** Returns each distinct range (`…-12001-12300`) or unit (`…-12001`) in a text. */
export function serialsIn(q: string): ParsedSerial[] {
  const found = piecesOf(q).flatMap((piece) => serialIn(piece) ?? [])
  return [...new Map(found.map((serial) => [JSON.stringify(serial), serial])).values()]
}

export function firstSerialIn(q: string): ParsedSerial | null {
  return serialsIn(q)[0] ?? null
}

function serialIn(piece: string): ParsedSerial | null {
  const found = label.exec(piece.toUpperCase().replace(/\s+/g, '-'))
  if (!found) return null
  const [, prefix = '', country = '', projectNumber, vintage = '', batch, one = '', other = one] = found
  const [first, last] = BigInt(one) <= BigInt(other) ? [one, other] : [other, one]
  return { prefix, country, projectNumber: Number(projectNumber), vintage, batch: Number(batch), first, last }
}

/**
 * Returns serial numbers of other registries in a text, or their first parts, as the index of imported rows stores
 * them.
 */
export function originSerialsIn(q: string): string[] {
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

/** Parses `8164-1-9428-VCS-VCU-…`; null for other forms. */
export function parseOriginRange(origin: string): ParsedOriginRange | null {
  const found = /^([A-Z0-9]+)-(\d{1,18})-(\d{1,18})-([A-Z0-9]+-.+)$/.exec(origin)
  if (!found) return null
  const [, batch = '', one = '', other = '', rest = ''] = found
  const [first, last] = BigInt(one) <= BigInt(other) ? [one, other] : [other, one]
  return { batch, first, last, rest }
}

/** Labels before a number, in English, French and Swahili. */
const claimWords = /^(?:claim|retirement|certificate|retrait|certificat|dai|cheti)\b/iu
const projectWords = /^(?:project|projet|mradi)\b/iu
const numberWords = /^(?:identifier|identifiant|kitambulisho|id|number|numéro|nambari|namba|no|na|n°)?[\s.:#]*/iu

/** Strips such a label from the text. */
function withoutLabel(words: RegExp, text: string): string {
  const bare = trimmed(text).replace(words, '').trim()
  return trimmed(bare.replace(numberWords, ''))
}

/**
 * Returns the digits of a claim number: bare, labelled (`Claim 21,242`) or from a certificate (`C-000042`); else null.
 */
export function claimNumberIn(q: string): string | null {
  return /^(?:C-?)?(\d{1,15})$/i.exec(withoutLabel(claimWords, plainText(q)).replace(/\s/g, ''))?.[1] ?? null
}

/** Parses a project number, bare or labelled (`Project ID 3625`); else null. */
export function projectNumberIn(q: string): number | null {
  const digits = /^\d{1,9}$/.exec(withoutLabel(projectWords, plainText(q)).replace(/\s/g, ''))?.[0]
  return digits === undefined ? null : Number(digits)
}

/** Returns a claim's verify code as `7K3QD-9XW2M`; null for other text. */
export function verifyCodeIn(q: string): string | null {
  return firstOf(q, (piece) => {
    const found = /^([0-9A-Z]{5})[\s-]*([0-9A-Z]{5})$/iu.exec(piece)
    return found ? `${found[1]}-${found[2]}`.toUpperCase() : null
  })
}

/** Returns the 64 lower-case hex digits of a hash, given with or without 0x and label; else null. */
export function hashIn(q: string): string | null {
  return firstOf(q, (piece) => /^(?:0x)?([0-9a-f]{64})$/.exec(piece.toLowerCase().replace(/[\s-]/g, ''))?.[1] ?? null)
}

const address = /\/(claims|collection\/project|embed\/claim|embed\/project)\/?\?(\S+?)[^\p{L}\p{N}_-]*$/iu

/** Parses the address of a claim, transaction or project; else null. */
export function addressIn(q: string): ParsedAddress | null {
  const [, path = '', query = ''] = address.exec(q.replace(/\p{Cf}/gu, '')) ?? []
  const params = new URLSearchParams(query)
  const key = params.get('key') ?? ''
  const record = params.get('record') ?? ''
  if (/project$/i.test(path)) return key === '' ? null : { kind: 'project', id: key.replace(/^.*:/, '') }
  if (key !== '') return { kind: 'claim', id: key }
  return record === '' ? null : { kind: 'transaction', id: record }
}

/** Returns the id in an address, or the text without surrounding marks. */
export function idIn(q: string): string {
  return addressIn(q)?.id ?? q.replace(/\p{Cf}/gu, '').replace(/^[^\p{L}\p{N}_-]+|[^\p{L}\p{N}_-]+$/gu, '')
}
