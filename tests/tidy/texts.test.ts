import { describe, expect, test } from 'vitest'
import { languages, translations } from '#shared/rules/languages.ts'
import { filesOf } from './files.ts'
import { textHomes, textsIn } from './texts-of.ts'

const {
  screens: screenTexts,
  first: firstTexts,
  later: laterTexts,
  parts: partTexts,
  refusals: refusalTexts,
  server: serverTexts,
} = textHomes
const homes = Object.values(textHomes)

const pluralForm = /_(zero|one|two|few|many|other)$/
/** Plural forms differ between languages. */
const withoutForm = (key: string) => key.replace(pluralForm, '')
const placeholdersOf = (text: string) => [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map(([, name]) => name).sort()
const keysOf = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(withoutForm))].sort()

const perTranslation = homes.flatMap((home) => translations.map((language) => ({ home, language })))

test.each(homes)('no English text of %s is empty', (home) => {
  expect([...textsIn(home, 'en')].filter(([, text]) => text.trim() === '')).toEqual([])
})

test.each(languages)('screens group the figures of every number that they count in %s', (language) => {
  const counting = [screenTexts, laterTexts].flatMap((home) => [...textsIn(home, language)])
  expect(counting.filter(([, text]) => text.includes('{{count}}'))).toEqual([])
})

test.each(homes)('in the French texts of %s no line begins with a mark that a space stands before', (home) => {
  expect([...textsIn(home, 'fr')].filter(([, text]) => / [:;!?»]|« /.test(text))).toEqual([])
})

test('no screen joins a name and its text with a colon of its own, before which French sets a space', () => {
  const screens = filesOf(/^web\/.*\.tsx?$/).filter(({ path }) => !path.includes('.test.'))
  expect(screens.filter(({ text }) => /\}: \$\{[^`\n]*`/.test(text)).map(({ path }) => path)).toEqual([])
})

describe.each(perTranslation)('the texts of $home in $language', ({ home, language }) => {
  const english = textsIn(home, 'en')
  const texts = textsIn(home, language)

  test('have the same keys as the English ones', () => {
    expect(keysOf(texts)).toEqual(keysOf(english))
  })

  test('are none of them empty', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('have the same placeholders as the English ones', () => {
    const wrong = [...texts].filter(([key, text]) => {
      const expected = placeholdersOf(english.get(key) ?? english.get(`${withoutForm(key)}_other`) ?? '')
      const isSingular = /_(zero|one)$/.test(key)
      const found = placeholdersOf(text)
      return isSingular ? !found.every((name) => expected.includes(name)) : found.join() !== expected.join()
    })
    expect(wrong).toEqual([])
  })

  test('have every plural form that the language counts with', () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const counted = new Set([...texts.keys()].filter((key) => pluralForm.test(key)).map(withoutForm))
    const missing = [...counted].flatMap((key) =>
      needed.map((form) => `${key}_${form}`).filter((each) => !texts.has(each)),
    )
    expect(missing).toEqual([])
  })
})

test('there is a file of texts for every language, and no other', () => {
  const wanted = homes.flatMap((home) => languages.map((language) => `${home}/${language}.json`))
  expect(
    filesOf(/^shared\/texts\//)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(wanted.sort())
})

test('every section of texts is in one home alone', () => {
  const sections = homes.flatMap((home) => [
    ...new Set([...textsIn(home, 'en').keys()].map((key) => key.split('.')[0])),
  ])
  expect(sections.toSorted()).toEqual([...new Set(sections)].toSorted())
})

test.each([
  { home: screenTexts, sayers: /^(web|server|shared)\/.*\.tsx?$/ },
  { home: firstTexts, sayers: /^(web|server|shared)\/.*\.tsx?$/ },
  { home: laterTexts, sayers: /^(web|server|shared)\/.*\.tsx?$/ },
  { home: partTexts, sayers: /^(web|server|shared)\/.*\.tsx?$/ },
  { home: refusalTexts, sayers: /^((web|server|shared)\/.*\.tsx?|migrations\/current\/.*\.sql)$/ },
  { home: serverTexts, sayers: /^(server|shared)\/.*\.ts$/ },
])('every text of $home is used somewhere', ({ home, sayers }) => {
  const code = filesOf(sayers).filter(({ path }) => !path.includes('.test.'))
  const keysInCode = code.flatMap(({ path, text }) => stringsOf(text).flatMap((string) => keysIn(path, string)))
  const fixed = new Set(keysInCode)
  const patterns = keysInCode.filter((string) => /^[\w-]+\..*\$\{/.test(string)).map(patternOf)
  const keys = keysOf(textsIn(home, 'en'))
  expect(keys.filter((key) => !fixed.has(key) && !patterns.some((pattern) => pattern.test(key)))).toEqual([])
})

function stringsOf(code: string): string[] {
  const strings = code.matchAll(/'([\w-]+(?:\.[\w -]+)+)'/g)
  const templates = code.matchAll(/`((?:[\w.-]|\$\{[^`{}]*\})+)`/g)
  return [...strings, ...templates].map(([, template]) => template ?? '')
}

/** These omit the key's first part. */
function keysIn(path: string, string: string): string[] {
  return [path.startsWith('server/identity/') ? `identity.${string}` : string, `refusals.${string}`]
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '[.]'))
  return new RegExp(`^${parts.join('.+')}$`)
}
