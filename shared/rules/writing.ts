import { limits } from './limits.ts'

/** What is wrong with a text that somebody typed: a stable name for the rule, and a message for people. */
export type WritingFault = {
  rule: 'control' | 'oneLine' | 'hidden' | 'turned' | 'blank' | 'webAddress'
  message: string
}

const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]/u
const controls = /\p{Cc}/u
const controlsInProse = /(?![\t\n\r])\p{Cc}/u
/** Characters without a shape of their own. The two joiners are kept: Persian, Indian scripts and emoji are written with them. */
const formats = /(?![\u200c\u200d])\p{Cf}/u
/** Direction overrides, embeddings and isolates: the text after them is displayed in another order than it is stored. */
const turns = /[\u202a-\u202e\u2066-\u2069]/u
/** What browsers take for a dot in a host name. */
const dot = '[.\u3002\uff0e\uff61]'
/** What is nothing but an address: with a scheme, `www.`, an `@` between words, a path behind a host, or four numbers. */
const addresses = [
  /:\/\/|www\.|mailto:/i,
  /[^\s@]@[^\s@]/u,
  new RegExp(`[\\p{L}\\p{N}-]${dot}\\p{L}{2,}[/?#]`, 'u'),
  new RegExp(`\\d${dot}\\d+${dot}\\d+${dot}\\d`),
]
/** Words joined by a dot, which may be an address and may be the name of a company: `Booking.com B.V.`, `… Co.Ltd`. */
const joined = [
  new RegExp(`[\\p{L}\\p{N}-]{2}${dot}\\p{L}{2}`, 'u'),
  new RegExp(`\\p{L}${dot}(com|co|net|org|io|me|ly)\\b`, 'iu'),
]
/** Everything that prints nothing: controls, formats, spaces, fillers, variation selectors and the empty Braille cell. */
const unseen = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Judges text of many lines. Line breaks and tabs are allowed, and what pasted prose contains: soft hyphens and direction marks.
 */
export function faultOfProse(value: string): WritingFault | null {
  const turned = turns.exec(value)
  if (!value.isWellFormed() || controlsInProse.test(value)) return hasControls
  if (turned) {
    return { rule: 'turned', message: `must not contain characters that turn the text: ${placeOf(turned)}` }
  }
  return isUnseen(value) ? isBlank : null
}

/** Judges text of one line, such as a name, which is printed in lists, letters and certificates. */
export function faultOfLine(value: string): WritingFault | null {
  const hidden = formats.exec(value)
  if (lineBreaks.test(value)) return { rule: 'oneLine', message: 'must be one line, without line breaks and tabs' }
  if (!value.isWellFormed() || controls.test(value)) return hasControls
  if (isUnseen(value)) return isBlank
  if (hidden) return { rule: 'hidden', message: `must not contain invisible characters: ${placeOf(hidden)}` }
  return null
}

/**
 * Judges the name of a person or a registry. Letters quote it, and mail programs turn into a link what looks like an address, also
 * words joined by a dot (`St. John` has a space).
 */
export function faultOfName(value: string): WritingFault | null {
  return joined.some((words) => words.test(value)) ? isAddress : faultOfTitle(value)
}

/** Judges the name of an organisation or a thing, which may have words joined by a dot. */
export function faultOfTitle(value: string): WritingFault | null {
  return addresses.some((address) => address.test(value)) ? isAddress : faultOfLine(value)
}

/** A letter quotes as much of a text as a message may have. */
const quotedLength = limits.message
/** What begins a line or a paragraph, or turns the text after it. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

/**
 * Returns words that somebody typed as a letter quotes them: on one line, cut after `limits.message` characters, and no mail program makes
 * a link of them, as an unseen joiner parts what an address joins.
 */
export function quoted(words: string): string {
  const line = words.replace(breaks, ' ').trim()
  const characters = [...line]
  const short = characters.length > quotedLength ? `${characters.slice(0, quotedLength).join('')}…` : line
  return short.replace(/[.@:\u3002\uff0e\uff61](?=[^\s\u2060])/gu, '$&\u2060')
}

/** Judges a search text, which may be anything that an imported text may be. */
export function faultOfSearch(value: string): WritingFault | null {
  return value.isWellFormed() && !controlsInProse.test(value) ? null : hasControls
}

const isAddress: WritingFault = {
  rule: 'webAddress',
  message: 'must be a name, not an address; a space belongs after a dot',
}
const hasControls: WritingFault = { rule: 'control', message: 'must not contain control characters' }
const isBlank: WritingFault = { rule: 'blank', message: 'must not consist of invisible characters only' }

/** Whether a text has characters of which none prints. Spaces alone count as an empty text. */
function isUnseen(value: string): boolean {
  return value.trim() !== '' && value.replace(unseen, '') === ''
}

function placeOf({ 0: character, index, input }: RegExpExecArray): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')} is character ${[...input.slice(0, index)].length + 1}`
}
