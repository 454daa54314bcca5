import { expect, test } from 'vitest'
import { z } from 'zod'
import { wordingIn } from '#server/infra/texts/texts.ts'
import { translations } from '#shared/rules/languages.ts'
import * as exports from './exports.ts'
import { endpoints } from './index.ts'

const files = Object.values(exports)
const columns = files.flatMap((file) => file.columns.map((column) => ({ file: file.name, ...column })))

test('a script can tell the name of each column from its label', () => {
  expect(columns.filter(({ name }) => !/^[a-z][A-Za-z]*$/.test(name))).toEqual([])
})

test('no name is the one of the words beside a code', () => {
  for (const { columns } of files) {
    const names = columns.flatMap(({ name, words }) => (words === undefined ? [name] : [name, `${name}Label`]))
    expect(names).toEqual([...new Set(names)])
  }
})

test.each(translations)('each code that the contract lists has its word in %s', (language) => {
  const { word } = wordingIn(language)
  const wordless = columns.flatMap(({ file, name, words }) =>
    words === undefined || words === 'country'
      ? []
      : codesOf(file, name)
          .filter((code) => word(words, code) === code)
          .map((code) => `${file}: ${words}.${code}`),
  )
  expect(wordless).toEqual([])
  expect(codesOf('exportProjects', 'status')).toContain('pending')
})

const list = z.object({ shape: z.object({ items: z.object({ element: z.custom<z.ZodObject>() }) }) })

/** Of a field that has codes. */
function codesOf(file: string, name: string): string[] {
  const { reply } = endpoints.find((call) => call.name === file.replace('export', 'list')) ?? {}
  const field: unknown = list.parse(reply).shape.items.element.shape[name]
  return field instanceof z.ZodEnum ? field.options.map(String) : []
}
