import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Language, languages, translations } from '#shared/rules/languages.ts'
import { root } from './files.ts'
import { allTexts } from './texts-of.ts'

const [terms, exceptions] = tablesOf(readFileSync(join(root, 'docs/terms.md'), 'utf8'))

test.each(translations)('a text in %s has the term that its English text has', (language) => {
  const english = wordsIn('en')
  const wrong = [...wordsIn(language)].flatMap(([key, text]) => {
    const inEnglish = english.get(key) ?? english.get(key.replace(/_[a-z]+$/, '_other')) ?? ''
    return terms
      .filter((term) => has(inEnglish, term.en) && !has(text, term[language]) && !isException(key, term.en))
      .map((term) => `${key}: ${inEnglish} → ${text} (${term[language].join(', ')})`)
  })
  expect(wrong).toEqual([])
})

test.each(languages)('no text in %s has a word that docs/terms.md avoids', (language) => {
  const wrong = [...wordsIn(language)].flatMap(([key, text]) =>
    terms
      .flatMap((term) => term.not[language].filter((form) => has(text, [form]) && !isException(key, [form])))
      .map((form) => `${key}: ${text} (${form})`),
  )
  expect(wrong).toEqual([])
})

test('every exception of docs/terms.md is needed', () => {
  const unneeded = exceptions.filter(({ key, form }) =>
    translations.every((language) => {
      const term = terms.find(({ en }) => en.includes(form))
      const text = wordsIn(language).get(key) ?? ''
      return term ? has(text, term[language]) : !has(text, [form])
    }),
  )
  expect(unneeded).toEqual([])
})

test.each(languages)('texts in %s have one apostrophe', (language) => {
  expect([...wordsIn(language)].filter(([, text]) => text.includes("'"))).toEqual([])
})

type Term = Record<Language, string[]> & { not: Record<Language, string[]> }

/** Rows of the tables with four columns, which are terms, and with three columns, which are exceptions. */
function tablesOf(document: string): [Term[], { key: string; form: string }[]] {
  const rows = document
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (English|text) /.test(line))
    .map((line) => line.split('|').slice(1, -1))
  const found = rows
    .filter((cells) => cells.length === 4)
    .map(([en, fr, sw, not]) => ({
      en: formsIn(en),
      fr: formsIn(fr),
      sw: formsIn(sw),
      not: { en: avoidedIn(not, 'en'), fr: avoidedIn(not, 'fr'), sw: avoidedIn(not, 'sw') },
    }))
  const allowed = rows
    .filter((cells) => cells.length === 3)
    .map(([key = '', form = '']) => ({ key: key.trim(), form: form.trim() }))
  return [found, allowed]
}

function formsIn(cell = ''): string[] {
  return cell
    .split(',')
    .map((form) => form.trim())
    .filter((form) => form !== '')
}

/** The cell is like "fr: registre public; sw: heshi, hash". */
function avoidedIn(cell = '', language: Language): string[] {
  const part = cell.split(';').find((each) => each.trim().startsWith(`${language}:`))
  return formsIn(part?.split(':')[1])
}

/** The texts without their placeholders. */
function wordsIn(language: Language): Map<string, string> {
  const words = (text: string) => text.replaceAll(/\{\{[^}]*\}\}/g, '…').replaceAll('\u00a0', ' ')
  return new Map([...allTexts(language)].map(([key, text]) => [key, words(text)]))
}

function isException(text: string, forms: readonly string[]): boolean {
  return exceptions.some(({ key, form }) => key === text && forms.includes(form))
}

/** Whether a text has one of the forms as whole words. A hyphen stands for any letters, `…` for words of one sentence. */
function has(text: string, forms: readonly string[]): boolean {
  return patternOf(forms).test(text)
}

const patterns = new Map<string, RegExp>()

function patternOf(forms: readonly string[]): RegExp {
  const name = forms.join()
  const known = patterns.get(name)
  if (known) return known
  const made = new RegExp(`(?<!\\p{L})(?:${forms.map(lettersOf).join('|')})(?!\\p{L})`, 'iu')
  patterns.set(name, made)
  return made
}

function lettersOf(form: string): string {
  return form
    .replaceAll('.', '[.]')
    .replaceAll('…', '[^.]*')
    .replaceAll(/(?<!\p{L})-|-(?!\p{L})/gu, '\\p{L}*')
}
