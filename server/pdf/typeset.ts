import bidiFactory from 'bidi-js'
import LineBreaker from 'linebreak'
import type { Face, Fonts, LoadedFont } from './fonts.ts'

/** Points; `leading` is a multiple of the size. */
export type Style = { face: Face; size: number; color: string; leading?: number }

/** A piece in one font and direction. */
export type Run = { text: string; font: LoadedFont; level: number }
/** `runs` in visual order, `text` in reading order. */
type Line = { text: string; runs: (Run & { width: number })[]; width: number }

/** `text` is what is shown. `isCut`: too long, ends in `…`. */
export type Paragraph = {
  text: string
  style: Style
  lines: Line[]
  lineHeight: number
  height: number
  isCut: boolean
}

const defaultLeading = 1.35
const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** `width` in points. Characters without a font appear as Unicode numbers. */
export function setText(fonts: Fonts, text: string, style: Style, width: number, maxLines = Infinity): Paragraph {
  const shown = showable(fonts, text, style.face)
  const lines: Line[] = []
  for (const part of shown.split('\n')) {
    if (lines.length > maxLines) break
    lines.push(...setPart(fonts, part, style, width))
  }
  const isCut = lines.length > maxLines
  if (isCut) lines.splice(maxLines - 1, Infinity, shortened(fonts, lines[maxLines - 1]?.text ?? '', style, width))
  const lineHeight = style.size * (style.leading ?? defaultLeading)
  return { text: shown, style, lines, lineHeight, height: lines.length * lineHeight, isCut }
}

/** In points. */
export function widthOfText({ lines }: Paragraph): number {
  return Math.max(0, ...lines.map((line) => line.width))
}

export function hasRightToLeft({ lines }: Paragraph): boolean {
  return lines.some((line) => line.runs.some((run) => run.level % 2 === 1))
}

/** Normalises line breaks; shows `[U+1F600]` instead of an empty box. */
function showable(fonts: Fonts, text: string, face: Face): string {
  const plain = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
  return [...graphemes.segment(plain)]
    .map(({ segment }) => (segment === '\n' || fonts.fontFor(face, segment) ? segment : inNumbers(segment)))
    .join('')
}

function inNumbers(grapheme: string): string {
  const numbers = [...grapheme].map((character) => (character.codePointAt(0) ?? 0).toString(16).toUpperCase())
  return `[${numbers.map((number) => `U+${number.padStart(4, '0')}`).join(' ')}]`
}

function setPart(fonts: Fonts, text: string, style: Style, width: number): Line[] {
  const letters = lettersOf(fonts, text, style.face)
  const whole = layLine(text, letters, 0, trimmedEnd(text, 0, text.length), style.size)
  if (whole.width <= width) return [whole]
  return breakLines(text, letters, style.size, width).map(([start, end]) =>
    layLine(text, letters, start, end, style.size),
  )
}

/** Positions are UTF-16 units. */
type Letter = { start: number; end: number; font: LoadedFont; level: number }
/** `at` maps a position to its letter. */
type Letters = { list: Letter[]; at: Uint32Array }

/** Right-to-left letters and direction controls. */
const mayTurn =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

function lettersOf(fonts: Fonts, text: string, face: Face): Letters {
  const levels = mayTurn.test(text) ? bidi.getEmbeddingLevels(text).levels : []
  const list: Letter[] = []
  const at = new Uint32Array(text.length + 1)
  for (const { segment, index } of graphemes.segment(text)) {
    // A space takes the previous word's font, to keep a phrase in one run.
    const before = list.at(-1)?.font
    const font = segment === ' ' && before?.font.hasGlyphForCodePoint(0x20) ? before : fonts.fontFor(face, segment)
    if (!font) throw new Error('A character without a font was not replaced.')
    at.fill(list.length, index, index + segment.length)
    list.push({ start: index, end: index + segment.length, font, level: levels[index] ?? 0 })
  }
  at[text.length] = list.length
  return { list, at }
}

/** Greedy line breaking at Unicode's positions; splits words wider than a line. */
function breakLines(text: string, letters: Letters, size: number, width: number): [start: number, end: number][] {
  const lines: [number, number][] = []
  let start = 0
  let filled = 0
  const endLine = (end: number) => {
    lines.push([start, trimmedEnd(text, start, end)])
    start = end
    filled = 0
  }
  let from = 0
  for (const to of breaksOf(text)) {
    const word = widthOf(text, letters, from, trimmedEnd(text, from, to), size)
    if (from > start && filled + word > width) endLine(from)
    if (word > width) {
      for (const letter of letters.list.slice(letters.at[from], letters.at[to])) {
        const advance = widthOf(text, letters, letter.start, letter.end, size)
        if (letter.start > start && filled + advance > width) endLine(letter.start)
        filled += advance
      }
    } else {
      filled += widthOf(text, letters, from, to, size)
    }
    from = to
  }
  endLine(text.length)
  return lines
}

function* breaksOf(text: string): Generator<number> {
  const breaker = new LineBreaker(text)
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) yield found.position
}

function trimmedEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length
}

function layLine(text: string, letters: Letters, start: number, end: number, size: number): Line {
  const runs = runsOf(text, letters, start, end).map((run) => ({ ...run, width: widthOfRun(run, size) }))
  return {
    text: text.slice(start, end),
    runs: inVisualOrder(runs),
    width: runs.reduce((sum, run) => sum + run.width, 0),
  }
}

function widthOf(text: string, letters: Letters, start: number, end: number, size: number): number {
  return runsOf(text, letters, start, end).reduce((sum, run) => sum + widthOfRun(run, size), 0)
}

/** Not needed after line breaking; joiners still affect shaping. */
const spent = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu

/** Pieces of one font and direction, in reading order. */
function runsOf(text: string, { list, at }: Letters, start: number, end: number): Run[] {
  const runs: { parts: string[]; font: LoadedFont; level: number }[] = []
  for (const { start: from, end: to, font, level } of list.slice(at[start], at[end])) {
    const last = runs.at(-1)
    const part = text.slice(from, to).replace(spent, '')
    if (last && last.font === font && last.level === level) last.parts.push(part)
    else runs.push({ parts: [part], font, level })
  }
  const mayBeTurned = runs.some((run) => run.level > 0)
  return runs.map(({ parts, font, level }) => ({
    text: mayBeTurned ? directed(font, parts, level) : parts.join(''),
    font,
    level,
  }))
}

/**
 * The shaper decides direction by script alone, which would leave brackets unmirrored and reverse Arabic digits, so
 * reorder the text for it.
 */
function directed({ font }: LoadedFont, parts: readonly string[], level: number): string {
  const isLeftward = level % 2 === 1
  const drawn = isLeftward ? parts.map((part) => bidi.getMirroredCharacter(part) ?? part) : parts
  const isShapedLeftward = font.layout(drawn.join('')).direction === 'rtl'
  return (isLeftward === isShapedLeftward ? drawn : drawn.toReversed()).join('')
}

/** Unicode UAX 9, rule L2. */
function inVisualOrder<Item extends { level: number }>(items: readonly Item[]): Item[] {
  const ordered = [...items]
  for (let level = Math.max(0, ...items.map((item) => item.level)); level >= 1; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from
      while ((ordered[to]?.level ?? -1) >= level) to++
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = to
    }
  }
  return ordered
}

/** Per font; a full cache is emptied. */
const maxRemembered = 5_000
const widths = new WeakMap<LoadedFont, Map<string, number>>()

/** As in pdfkit: left-to-right word by word, right-to-left as a whole. */
function widthOfRun({ font, text, level }: Run, size: number): number {
  const pieces = level % 2 === 1 ? [text] : text.split(/(?<= )/)
  return pieces.reduce((sum, piece) => sum + widthOfPiece(font, piece), 0) * size
}

function widthOfPiece(loaded: LoadedFont, text: string): number {
  const remembered = widths.get(loaded) ?? new Map<string, number>()
  widths.set(loaded, remembered)
  let width = remembered.get(text)
  if (width === undefined) {
    if (remembered.size >= maxRemembered) remembered.clear()
    width = loaded.font.layout(text).advanceWidth / loaded.font.unitsPerEm
    remembered.set(text, width)
  }
  return width
}

function shortened(fonts: Fonts, text: string, style: Style, width: number): Line {
  const parts = [...graphemes.segment(text)].map((part) => part.segment)
  for (; ; parts.pop()) {
    const candidate = `${parts.join('').trimEnd()}…`
    const letters = lettersOf(fonts, candidate, style.face)
    const line = layLine(candidate, letters, 0, candidate.length, style.size)
    if (line.width <= width || parts.length === 0) return line
  }
}
