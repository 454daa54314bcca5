import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import subsetFont from 'subset-font'
import { forgetGlyphs, rememberShapes } from './shapes.ts'

export type Face = 'serif' | 'serifBold' | 'sans' | 'sansBold'

/** `name` is the font's name in the PDF, equal in all documents. */
export type LoadedFont = { name: string; font: fontkit.Font }

export type Fonts = {
  /** Tries the face, the sans serif, then other scripts. Null if no font draws the whole grapheme. */
  fontFor(face: Face, grapheme: string): LoadedFont | null
  /** Whether every character has a font. */
  isComplete: boolean
}

const locate = createRequire(import.meta.url).resolve

const faceFiles: Record<Face, string> = {
  serif: '@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf',
  serifBold: '@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf',
  sans: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  sansBold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
}

/** Noto Sans has all Latin, Greek, Cyrillic and Devanagari. */
const nextFace: Record<Face, Face> = { serif: 'sans', serifBold: 'sansBold', sans: 'sans', sansBold: 'sansBold' }

/** Split by code points; the first font with a letter wins. */
const scripts = ['arabic', 'hebrew', 'bengali', 'thai', 'ethiopic', 'sc', 'kr'].map((name) => `noto-sans-${name}`)

/** Invisible control characters need no glyph. */
const isIgnorable = /^\p{Default_Ignorable_Code_Point}$/u

export function textsOf(data: object): string {
  const texts: string[] = []
  JSON.stringify(data, (_, value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  return texts.join('\n')
}

/** Fonts stay loaded. */
export async function loadFonts(text: string): Promise<Fonts> {
  const faces = await loadFaces()
  const rare = [...new Set(text.replace(/[\n\r\t\u2028\u2029]/g, ''))].filter(
    (character) => !hasAll(faces.sans, character),
  )
  const others = await loadPieces(rare)

  for (const { font } of [...Object.values(faces), ...others]) forgetGlyphs(font)
  const chosen = new Map<string, LoadedFont | null>()

  return {
    fontFor(face, grapheme) {
      const key = face + grapheme
      let font = chosen.get(key)
      if (font === undefined) {
        const candidates = [faces[face], faces[nextFace[face]], ...others]
        font = candidates.find((candidate) => hasAll(candidate, grapheme)) ?? null
        chosen.set(key, font)
      }
      return font
    },
    isComplete: rare.every((character) => others.some((other) => hasAll(other, character))),
  }
}

/** Control characters count as missing, despite empty glyphs. */
function hasAll({ font }: LoadedFont, grapheme: string): boolean {
  return [...grapheme].every((character) => {
    if (/\p{Cc}/u.test(character)) return false
    return isIgnorable.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  })
}

let faces: Promise<Record<Face, LoadedFont>> | undefined

function loadFaces(): Promise<Record<Face, LoadedFont>> {
  faces ??= (async () => ({
    serif: await loadFace('serif'),
    serifBold: await loadFace('serifBold'),
    sans: await loadFace('sans'),
    sansBold: await loadFace('sansBold'),
  }))()
  return faces
}

async function loadFace(face: Face): Promise<LoadedFont> {
  return { name: face, font: rememberShapes(openFont(await readFile(locate(faceFiles[face])))) }
}

function openFont(bytes: Buffer): fontkit.Font {
  const font = fontkit.create(bytes)
  if (!('layout' in font)) throw new TypeError('The file holds a collection of fonts instead of one font.')
  return withoutFailures(font)
}

/** fontkit throws where a font cannot position a mark, as for ڢ and ڥ: retry without positioning. */
function withoutFailures(font: fontkit.Font): fontkit.Font {
  const shape = font.layout.bind(font)
  font.layout = (text, features, ...how) => {
    try {
      return shape(text, features, ...how)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return shape(text, { mark: false }, ...how)
    }
  }
  return font
}

type Piece = { name: string; file: string; ranges: readonly (readonly [first: number, last: number])[] }

let pieces: Promise<Piece[]> | undefined
const loadedPieces = new Map<string, Promise<LoadedFont>>()

/** Pieces may list characters wrongly. */
async function loadPieces(characters: readonly string[]): Promise<LoadedFont[]> {
  if (characters.length === 0) return []
  pieces ??= Promise.all(scripts.map(listPieces)).then((lists) => lists.flat())
  const loaded = new Set<LoadedFont>()
  for (const character of characters) {
    if ([...loaded].some((font) => hasAll(font, character))) continue
    for (const piece of (await pieces).filter((each) => isIn(each, character))) {
      const font = await loadOnce(piece)
      if (!hasAll(font, character)) continue
      loaded.add(font)
      break
    }
  }
  return [...loaded]
}

function loadOnce(piece: Piece): Promise<LoadedFont> {
  const loaded = loadedPieces.get(piece.name) ?? loadPiece(piece)
  loadedPieces.set(piece.name, loaded)
  return loaded
}

function isIn({ ranges }: Piece, character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return ranges.some(([first, last]) => first <= code && code <= last)
}

async function listPieces(script: string): Promise<Piece[]> {
  const folder = `@fontsource-variable/${script}`
  const subsets: Record<string, string> = JSON.parse(await readFile(locate(`${folder}/unicode.json`), 'utf8'))
  return Object.entries(subsets).map(([subset, ranges]) => {
    const name = `${script}-${subset.replace(/[[\]]/g, '')}`
    return { name, file: locate(`${folder}/files/${name}-wght-normal.woff2`), ranges: ranges.split(',').map(rangeOf) }
  })
}

/** Parses CSS like `U+600-6ff` or `U+2e41`. */
function rangeOf(text: string): [number, number] {
  const [first = '', last = first] = text.slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

const regular = 400

/** fontkit can embed neither compressed nor variable fonts. */
async function loadPiece({ name, file }: Piece): Promise<LoadedFont> {
  const packed = await readFile(file)
  const everything = String.fromCodePoint(
    ...openFont(packed).characterSet.filter((code) => code < 0xffff || code > 0xffff),
  )
  const plain = await subsetFont(packed, everything, { targetFormat: 'truetype', variationAxes: { wght: regular } })
  return { name, font: openFont(plain) }
}
