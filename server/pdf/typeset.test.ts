import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadFonts } from './fonts.ts'
import { type Style, setText } from './typeset.ts'

const style: Style = { face: 'sans', size: 10, color: '#000000' }

async function set(text: string, width = 200, maxLines?: number) {
  return setText(await loadFonts(text), text, style, width, maxLines)
}

describe('text is broken into lines', () => {
  test('between words, within the width', async () => {
    const { lines, isCut } = await set(
      'The mangroves of the bay hold the coast together, and the coast holds them.',
      120,
    )
    expect(lines.map((line) => line.text)).toEqual([
      'The mangroves of the',
      'bay hold the coast',
      'together, and the coast',
      'holds them.',
    ])
    expect(isCut).toBe(false)
    for (const line of lines) expect(line.width).toBeLessThanOrEqual(120)
  })

  test('within a word that is wider than a line', async () => {
    const { lines } = await set('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c', 100)
    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines) expect(line.width).toBeLessThanOrEqual(100)
  })

  test('at line breaks of every kind', async () => {
    expect((await set('a\nb\r\nc\u2028d')).lines.map((line) => line.text)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('and cut with an ellipsis where there is no room', async () => {
    const { lines, isCut } = await set('one two three four five six seven eight nine ten', 60, 2)
    expect(isCut).toBe(true)
    expect(lines.length).toBe(2)
    expect(lines.at(-1)?.text).toMatch(/…$/)
    expect(lines.at(-1)?.width).toBeLessThanOrEqual(60)
  })

  test('without losing or moving a letter, whatever the text', async () => {
    const words = fc.array(
      fc.constantFrom('Łódź', 'naïve', 'Ωμέγα', 'Привет', 'नेपाल', 'a-b/c', '1,234', 'x'.repeat(60), '(ok)'),
      {
        maxLength: 30,
      },
    )
    const fonts = await loadFonts('Łódź naïve Ωμέγα Привет नेपाल abcxk-/,()1234')
    fc.assert(
      fc.property(words, fc.integer({ min: 40, max: 400 }), (parts, width) => {
        const text = parts.join(' ')
        const { lines } = setText(fonts, text, style, width)
        expect(
          lines
            .map((line) => line.text)
            .join('')
            .replaceAll(' ', ''),
        ).toBe(text.replaceAll(' ', ''))
        for (const line of lines) expect(line.width).toBeLessThanOrEqual(width + 0.5)
      }),
      { numRuns: 60 },
    )
  })
})

describe('every script has a font, or its characters are named', () => {
  test.each([
    ['Latin, Greek, Cyrillic', 'Škoda Việt Ω Ελλάδα Ж Україна', 1],
    ['Devanagari', 'नेपाल वन', 1],
    ['Arabic', 'شركة النفط', 1],
    ['Hebrew', 'שלום', 1],
    ['Han and kana', '株式会社グリーン中华人民共和国臺灣', 1],
    ['Hangul', '한국전력공사', 1],
    ['Thai', 'ประเทศไทย', 1],
    ['Bengali', 'বাংলা', 1],
    ['Ethiopic', 'አማርኛ', 1],
  ])('%s', async (_, text) => {
    const fonts = await loadFonts(text)
    const { lines } = setText(fonts, text, style, 1_000)
    expect(fonts.isComplete).toBe(true)
    for (const run of lines.flatMap((line) => line.runs)) {
      expect(run.font.font.layout(run.text).glyphs.map((glyph) => glyph.id)).not.toContain(0)
    }
  })

  test.each([
    ['an emoji', 'tree 🌳', 'tree [U+1F333]'],
    ['an emoji of several characters', '👩🏽‍🌾', '[U+1F469 U+1F3FD U+200D U+1F33E]'],
    ['a character for private use', '\uf0fc', '[U+F0FC]'],
    ['a control', 'a\u0007b', 'a[U+0007]b'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
  ])('%s', async (_, text, shown) => {
    expect((await set(text)).text).toBe(shown)
  })
})

describe('text that runs to the left', () => {
  test('stands in the order in which it is seen', async () => {
    const { lines } = await set('Retired by شركة النفط (دبي) 2025 today', 1_000)
    const seen = lines[0]?.runs.map((run) => run.text.trim()).filter((text) => text !== '')
    expect(seen?.[0]).toBe('Retired by')
    expect(seen?.at(-1)).toBe('today')
    expect(seen?.indexOf('2025')).toBeLessThan(seen?.findIndex((text) => text.includes('شركة')) ?? -1)
  })

  test.each([
    ['Arabic digits', 'شركة ٠١٢', '٠١٢'],
    ['European digits', 'شركة 012', '012'],
    ['words of another script', 'شركة green sea', 'green sea'],
  ])('keeps %s in their order', async (_, text, expected) => {
    const { lines } = await set(text, 1_000)
    const drawn = lines[0]?.runs.map(({ font, text: piece }) => {
      return font.font
        .layout(piece)
        .glyphs.map((glyph) => String.fromCodePoint(...glyph.codePoints.slice(0, 1)))
        .join('')
    })
    expect(drawn?.join('')).toContain(expected)
  })

  test('has its brackets turned', async () => {
    const { lines } = await set('(شركة)', 1_000)
    expect(lines[0]?.runs.map((run) => run.text)).toEqual(['(', 'شركة', ')'])
  })
})

const hostile = '../shared/data/blns.json'
test.skipIf(!existsSync(hostile))('no text breaks it', async () => {
  const texts: string[] = JSON.parse(readFileSync(hostile, 'utf8'))
  const fonts = await loadFonts(texts.join('\n'))
  for (const text of texts) {
    const { lines, height } = setText(fonts, text, style, 180)
    expect(height).toBeGreaterThan(0)
    for (const line of lines) expect(line.width).toBeLessThanOrEqual(181)
  }
})
