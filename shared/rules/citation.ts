import type { Language } from './languages.ts'
import { withOrdinal } from './ordinal-day.ts'

/** Days are `YYYY-MM-DD`; `title`, `kind` and `retrieved` are in the reader's language. */
export type Cited = {
  registry: string
  title: string
  /** What it is, with its number and verify code. */
  kind: string
  day: string
  /** The sentence that tells when and where it was read. */
  retrieved: string
  accessed: string
  address: string
  /** Of the BibTeX entry. */
  key: string
}

export const citationFormats = ['apa', 'plain', 'bibtex'] as const
export type CitationFormat = (typeof citationFormats)[number]

/** A citation of a web page: APA (7th edition, 10.16), plain text, or a `@misc` entry of BibTeX. */
export function citationOf(format: CitationFormat, cited: Cited, language: Language): string {
  return { apa, plain, bibtex }[format](cited, language)
}

function apa({ registry, title, kind, day, retrieved }: Cited, language: Language): string {
  return `${sentence(registry)} (${day.slice(0, 4)}, ${monthAndDay(day, language)}). ${inline(title)} [${inline(kind)}]. ${inline(retrieved)}`
}

function plain({ registry, title, kind, day, retrieved }: Cited): string {
  return `${inline(registry)}: ${inline(title)}, ${day}. ${sentence(kind)} ${sentence(retrieved)}`
}

function bibtex({ registry, title, kind, day, accessed, address, key }: Cited): string {
  const fields = {
    // The second braces keep an organisation's name whole.
    author: `{${escaped(registry)}}`,
    title: `{${escaped(title)}}`,
    year: day.slice(0, 4),
    month: String(Number(day.slice(5, 7))),
    howpublished: escaped(kind),
    url: address.replace(/[{}\\\s]/g, encodeURIComponent),
    urldate: accessed,
  }
  const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}}`)
  return `@misc{${key.replace(/[^A-Za-z0-9:_-]/g, '')},\n${lines.join(',\n')}\n}`
}

const inline = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Ends in one full stop. */
const sentence = (text: string) => `${inline(text).replace(/\.$/, '')}.`

function monthAndDay(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', timeZone: 'UTC' })
  return withOrdinal(format.format(new Date(`${day}T00:00:00Z`)), language)
}

const commands: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

function escaped(text: string): string {
  return inline(text).replace(/[\\{}$&#_%~^]/g, (sign) => commands[sign] ?? `\\${sign}`)
}
