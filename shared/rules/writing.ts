/** What is wrong with a text that somebody typed: a stable word for it, and the sentence that says so. */
export type WritingFault = {
  rule: 'control' | 'oneLine' | 'hidden' | 'turned' | 'blank' | 'webAddress'
  message: string
}

const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]/u
const controls = /\p{Cc}/u
const controlsInProse = /(?![\t\n\r])\p{Cc}/u
/** Characters without a shape of their own. The two joiners are kept: Persian, Indian scripts and emoji are written with them. */
const formats = /(?![\u200c\u200d])\p{Cf}/u
/** Overrides, embeddings and isolates: what follows them is shown in another order than it is read by a machine. */
const turns = /[\u202a-\u202e\u2066-\u2069]/u
/** All that leaves no mark on the page: controls, formats, spaces, fillers, selectors of variants and the empty Braille cell. */
const unseen = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Text of many lines: breaks and tabs, and what comes with pasted prose (soft hyphens, marks of direction) are kept. */
export function faultOfProse(value: string): WritingFault | null {
  const turned = turns.exec(value)
  if (!value.isWellFormed() || controlsInProse.test(value)) return hasControls
  if (turned) {
    return { rule: 'turned', message: `must not contain characters that turn the text: ${placeOf(turned)}` }
  }
  return isUnseen(value) ? isBlank : null
}

/** Text of one line, such as a name, which stands in lists, letters and certificates. */
export function faultOfLine(value: string): WritingFault | null {
  const hidden = formats.exec(value)
  if (lineBreaks.test(value)) return { rule: 'oneLine', message: 'must be one line, without line breaks and tabs' }
  if (!value.isWellFormed() || controls.test(value)) return hasControls
  if (isUnseen(value)) return isBlank
  if (hidden) return { rule: 'hidden', message: `must not contain invisible characters: ${placeOf(hidden)}` }
  return null
}

/** The name of a person stands in letters, where what looks like an address of the web becomes a link. */
export function faultOfName(value: string): WritingFault | null {
  if (/:\/\/|www\./i.test(value)) return { rule: 'webAddress', message: 'must be a name, not a web address' }
  return faultOfLine(value)
}

/** What is looked for may be any text, imported ones too. */
export function faultOfSearch(value: string): WritingFault | null {
  return value.isWellFormed() && !controlsInProse.test(value) ? null : hasControls
}

const hasControls: WritingFault = { rule: 'control', message: 'must not contain control characters' }
const isBlank: WritingFault = { rule: 'blank', message: 'must not consist of invisible characters only' }

/** Spaces alone are trimmed to nothing and judged as such. */
function isUnseen(value: string): boolean {
  return value.trim() !== '' && value.replace(unseen, '') === ''
}

function placeOf({ 0: character, index, input }: RegExpExecArray): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')} is character ${[...input.slice(0, index)].length + 1}`
}
