import { expect, test } from 'vitest'
import { filesOf } from './files.ts'

const web = filesOf(/\.tsx?$/).filter(({ path }) => path.startsWith('web/') && !path.includes('.test.'))

function linesWith(pattern: RegExp): string[] {
  return web.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line) => (pattern.test(line) ? [`${path}: ${line.trim()}`] : [])),
  )
}

/** Numbers that nobody types: slider positions, server names, response headers, addresses, cells of files. */
const notTyped = [
  'web/check-page/main.ts',
  'web/domain/file-view/read-workbook.ts',
  'web/domain/file-view/table-view.tsx',
  'web/domain/hit-title.ts',
  'web/domain/map-view.ts',
  'web/domain/month-chart.tsx',
  'web/domain/verify-answer.tsx',
  'web/features/claims/claim-facets.ts',
  'web/features/projects/crop-dialog.tsx',
  'web/features/projects/place-map.tsx',
  'web/features/projects/project-facets.ts',
  'web/features/verifications/place-in-address.ts',
  'web/lib/call.ts',
  'web/lib/document-bytes.ts',
]

test('a text becomes a number in the one reader of figures, and where nobody typed it', () => {
  const makers = linesWith(/\bNumber\(|\bBigInt\(|\bparse(Int|Float)\b|\bvalueAsNumber\b|z\.coerce/)
  const files = [...new Set(makers.map((line) => line.split(':')[0]))].sort()
  expect(files).toEqual([...notTyped, 'web/lib/figures.ts'].sort())
})

test('a field for figures is a text that the reader of figures reads, not one of the browser', () => {
  expect(linesWith(/type="number"/)).toEqual([])
  const fields = linesWith(/<QuantityField$|<QuantityField |inputMode="(numeric|decimal)"/)
  const users = [...new Set(fields.map((line) => line.split(':')[0]))].filter((path) => path !== 'web/ui/field.tsx')
  const readers = linesWith(/\buseFigures\(\)/).map((line) => line.split(':')[0])
  expect(users.filter((path) => !readers.includes(path))).toEqual([])
})

test('nothing but the reader of figures changes what a field of figures has', () => {
  const changed = linesWith(/setValueAs/).filter((line) => /Number|replace|quantity|figure/i.test(line))
  expect(changed.filter((line) => !/^web\/lib\/(use-figures|schema-resolver)\.ts/.test(line))).toEqual([])
})

/** Part of other forms, which are tested, and a page's number, which nothing stores. */
const inOtherForms = ['web/domain/file-view/place-box.tsx', 'web/features/wallet/quantity-fields.tsx']

test('every form in which figures are typed is tried with what people type', () => {
  const [tried] = filesOf(/^web\/app\/figure-fields\.test\.tsx$/)
  const forms = [...new Set(linesWith(/= useFigures\(\)/).map((line) => line.split(':')[0] ?? ''))]
  expect(forms.filter((path) => !tried?.text.includes(`#${path}`))).toEqual(inOtherForms)
})
