import type { Font, GlyphRun } from 'fontkit'

/** Per font; a full cache is emptied. */
const maxRemembered = 1_000
/** Latin, Greek and Cyrillic, whose words look the same in any context. */
const isPlain = /^[\u0020-\u058f\u2010-\u2044]*$/

/**
 * Caches plain words, because shaping is most of the work. Shapes each word as if it were the first, so that a
 * document's bytes do not depend on earlier documents.
 */
export function rememberShapes(font: Font): Font {
  const shape = font.layout.bind(font)
  const remembered = new Map<string, GlyphRun>()
  font.layout = (text, ...how) => {
    if (how.some((choice) => choice !== undefined) || !isPlain.test(text)) return shape(text, ...how)
    let run = remembered.get(text)
    if (!run) {
      if (remembered.size >= maxRemembered) remembered.clear()
      run = withoutMemory(font, () => shape(text))
      remembered.set(text, run)
    }
    return copyOf(run)
  }
  return font
}

/** pdfkit scales the positions in place. */
function copyOf(run: GlyphRun): GlyphRun {
  const positions = run.positions.map((position) => ({ ...position }))
  return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
}

/**
 * fontkit caches each glyph with the characters of its first use, so copied text could be wrong, and bytes depend on
 * earlier documents. So documents are written one at a time, with cleared caches.
 */
export function forgetGlyphs(font: Font): void {
  setGlyphs(font, {})
}

function withoutMemory<Result>(font: Font, work: () => Result): Result {
  const glyphs: unknown = Reflect.get(font, '_glyphs')
  setGlyphs(font, {})
  const result = work()
  setGlyphs(font, glyphs)
  return result
}

function setGlyphs(font: Font, glyphs: unknown): void {
  if (!Reflect.has(font, '_glyphs')) throw new Error('fontkit no longer keeps its glyphs in _glyphs.')
  Reflect.set(font, '_glyphs', glyphs)
}
