import type { Font, GlyphRun } from 'fontkit'

/** How many shapes are remembered for each font. A memory that is full is emptied. */
const maxRemembered = 1_000
/** Letters of Latin, Greek and Cyrillic, with their signs: what a word of them looks like depends on nothing around it. */
const isPlain = /^[\u0020-\u058f\u2010-\u2044]*$/

/**
 * Shaping is most of the work of a document, and words come again: in its second measuring and drawing, and in the next document. Has
 * a font remember the shapes of plain words. Each is shaped as if it were the first thing that the font did, so that a document's
 * bytes do not depend on those before it.
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

/** pdfkit scales the positions of what it is given. */
function copyOf(run: GlyphRun): GlyphRun {
  const positions = run.positions.map((position) => ({ ...position }))
  return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
}

/**
 * fontkit remembers of each glyph the characters that it stood for first, in whatever document: with that, text could be
 * copied wrongly, and a document's bytes would depend on those before it. So documents are written one at a time, each
 * with fonts that remember no glyph.
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
