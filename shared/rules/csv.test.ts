import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

const fields = [
  { label: 'Name', of: (row: { name: string | null }) => row.name },
  { label: 'Units', of: () => -5 },
]

test.each([
  ['plain', 'plain'],
  ['with, comma', '"with, comma"'],
  ['a "quoted" word', '"a ""quoted"" word"'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['=1,2', '"\'=1,2"'],
  ['a=1', 'a=1'],
  ['＝1+1', "'＝1+1"],
  [null, ''],
])('%j is written as %j', (name, written) => {
  expect(csvOf(fields, [{ name }])).toBe(`\ufeffName,Units\r\n${written},-5\r\n`)
})
