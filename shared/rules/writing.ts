import { limits } from './limits.ts'

/** `rule` is stable. */
export type WritingFault = {
  rule: 'control' | 'oneLine' | 'hidden' | 'turned' | 'blank' | 'webAddress'
  message: string
}

const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]/u
const controls = /\p{Cc}/u
const controlsInProse = /(?![\t\n\r])\p{Cc}/u
/** The two joiners are allowed: Persian, Indian scripts and emoji need them. */
const formats = /(?![\u200c\u200d])\p{Cf}/u
/** Direction overrides, embeddings and isolates display text in another order. */
const turns = /[\u202a-\u202e\u2066-\u2069]/u
/** What browsers treat as a dot in hosts. */
const dot = '[.\u3002\uff0e\uff61]'
/** Texts that are certainly addresses. */
const addresses = [
  /:\/\/|www\.|mailto:/i,
  /[^\s@]@[^\s@]/u,
  new RegExp(`[\\p{L}\\p{N}-]${dot}\\p{L}{2,}[/?#]`, 'u'),
  new RegExp(`\\d${dot}\\d+${dot}\\d+${dot}\\d`),
]
/** An address or a company name, such as `Booking.com B.V.`. */
const joined = [
  new RegExp(`[\\p{L}\\p{N}-]{2}${dot}\\p{L}{2}`, 'u'),
  new RegExp(`\\p{L}${dot}(com|co|net|org|io|me|ly)\\b`, 'iu'),
]
/** Everything invisible. */
const unseen = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Checks multi-line text: line breaks, tabs, soft hyphens and direction marks are allowed. */
export function faultOfProse(value: string): WritingFault | null {
  const turned = turns.exec(value)
  if (!value.isWellFormed() || controlsInProse.test(value)) return hasControls
  if (turned) {
    return { rule: 'turned', message: `must not contain characters that turn the text: ${placeOf(turned)}` }
  }
  return isUnseen(value) ? isBlank : null
}

/** Checks one-line text. */
export function faultOfLine(value: string): WritingFault | null {
  const hidden = formats.exec(value)
  if (lineBreaks.test(value)) return { rule: 'oneLine', message: 'must be one line, without line breaks and tabs' }
  if (!value.isWellFormed() || controls.test(value)) return hasControls
  if (isUnseen(value)) return isBlank
  if (hidden) return { rule: 'hidden', message: `must not contain invisible characters: ${placeOf(hidden)}` }
  return null
}

/** Checks a person's or registry's name. Mail programs turn dotted words into links. */
export function faultOfName(value: string): WritingFault | null {
  return joined.some((words) => words.test(value)) ? isAddress : faultOfTitle(value)
}

/** Like `faultOfName`, but dotted words are allowed. */
export function faultOfTitle(value: string): WritingFault | null {
  return addresses.some((address) => address.test(value)) ? isAddress : faultOfLine(value)
}

const quotedLength = limits.message
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

/**
 * Returns typed words for a letter: one line, at most `limits.message` characters, with invisible joiners that prevent
 * links.
 */
export function quoted(words: string): string {
  const line = words.replace(breaks, ' ').trim()
  const characters = [...line]
  const short = characters.length > quotedLength ? `${characters.slice(0, quotedLength).join('')}…` : line
  return short.replace(/[.@:\u3002\uff0e\uff61](?=[^\s\u2060])/gu, '$&\u2060')
}

/** Allows everything that imported texts may contain. */
export function faultOfSearch(value: string): WritingFault | null {
  return value.isWellFormed() && !controlsInProse.test(value) ? null : hasControls
}

const isAddress: WritingFault = {
  rule: 'webAddress',
  message: 'must be a name, not an address; a space belongs after a dot',
}
const hasControls: WritingFault = { rule: 'control', message: 'must not contain control characters' }
const isBlank: WritingFault = { rule: 'blank', message: 'must not consist of invisible characters only' }

/** Spaces alone count as empty. */
function isUnseen(value: string): boolean {
  return value.trim() !== '' && value.replace(unseen, '') === ''
}

function placeOf({ 0: character, index, input }: RegExpExecArray): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')} is character ${[...input.slice(0, index)].length + 1}`
}
