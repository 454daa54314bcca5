import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  [['plain', ''], '"plain",""\r\n'],
  [['a "quoted", word', 'two\nlines'], '"a ""quoted"", word","two\nlines"\r\n'],
  [['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'], '"\'=1+1","\'+1","\'-1","\'@SUM(A1)","\'\t=1"\r\n'],
  [['a=1', '2026-01-01'], '"a=1","2026-01-01"\r\n'],
])('%j', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})
