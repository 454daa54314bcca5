import { expect, test } from 'vitest'
import { csvLine, csvOf } from './csv.ts'

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
  ['@here', "'@here"],
  ['＝1+1', "'＝1+1"],
  [null, ''],
])('%j is written as %j', (name, written) => {
  expect(csvOf(fields, [{ name }])).toBe(`\ufeffName,Units\r\n${written},-5\r\n`)
})

test.each([
  [['plain', ''], '"plain",""\r\n'],
  [['a "quoted", word', 'two\nlines'], '"a ""quoted"", word","two\nlines"\r\n'],
  [['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'], '"\'=1+1","\'+1","\'-1","\'@SUM(A1)","\'\t=1"\r\n'],
  [['a=1', '2026-01-01'], '"a=1","2026-01-01"\r\n'],
])('%j with all cells in quotes', (cells, line) => {
  expect(csvLine(cells, 'all')).toBe(line)
})
