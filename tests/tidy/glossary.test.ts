import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, root } from './files.ts'
import { textHomes, textsIn } from './texts-of.ts'

const sentences = [...textsIn(textHomes.glossary, 'en')].map(
  ([key, text]) => [key.replace('glossary.', ''), text] as const,
)

test('docs/glossary.md gives the words that screens explain the same meaning', () => {
  const rows = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('\n')
  const meanings = new Map(
    rows.map((row) => row.split(' | ')).map(([word = '', meaning = '']) => [word.slice(2), meaning]),
  )
  const wrong = sentences.filter(([word, text]) => !meanings.get(word)?.startsWith(asInTable(text)))
  expect(wrong).toEqual([])
})

test('each explained word stands on a screen', () => {
  const screens = filesOf(/^web\/.*\.tsx$/).map(({ text }) => text)
  const unused = sentences.filter(
    ([word]) => !screens.some((text) => text.includes(`<Word of="${word}">`) || text.includes(`word: '${word}'`)),
  )
  expect(unused).toEqual([])
})

/** Without capital and full stop, with the apostrophe of documents. */
function asInTable(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1, -1)}`.replaceAll('’', "'")
}
