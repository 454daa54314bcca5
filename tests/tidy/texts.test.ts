import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './files.ts'

type Texts = { [key: string]: string | Texts }

/** Key → text, nested keys joined by dots. */
function textsIn(language: string): Map<string, string> {
  const texts: Texts = JSON.parse(readFileSync(join(root, `shared/texts/${language}.json`), 'utf8'))
  const flatten = (branch: Texts, prefix: string): [string, string][] =>
    Object.entries(branch).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
    )
  return new Map(flatten(texts, ''))
}

const pluralForm = /_(zero|one|two|few|many|other)$/
/** The forms that a language needs are its own affair, so plural keys are compared without them. */
const withoutForm = (key: string) => key.replace(pluralForm, '')
const placeholdersOf = (text: string) => [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map(([, name]) => name).sort()
const keysOf = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(withoutForm))].sort()

const english = textsIn('en')

test('no English text is empty', () => {
  expect([...english].filter(([, text]) => text.trim() === '')).toEqual([])
})

describe.each(['fr', 'sw'])('the texts in %s', (language) => {
  const texts = textsIn(language)

  test('have the same keys as the English ones', () => {
    expect(keysOf(texts)).toEqual(keysOf(english))
  })

  test('are none of them empty', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('have the same placeholders as the English ones', () => {
    const byKey = new Map([...english].map(([key, text]) => [withoutForm(key), text]))
    const wrong = [...texts].filter(([key, text]) => {
      const expected = placeholdersOf(english.get(key) ?? byKey.get(withoutForm(key)) ?? '')
      const isSingular = /_(zero|one)$/.test(key)
      const found = placeholdersOf(text)
      return isSingular ? !found.every((name) => expected.includes(name)) : found.join() !== expected.join()
    })
    expect(wrong).toEqual([])
  })

  test('have every plural form that the language counts with', () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== 'many')
    const counted = new Set([...texts.keys()].filter((key) => pluralForm.test(key)).map(withoutForm))
    const missing = [...counted].flatMap((key) =>
      needed.map((form) => `${key}_${form}`).filter((each) => !texts.has(each)),
    )
    expect(missing).toEqual([])
  })
})
