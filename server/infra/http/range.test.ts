import { expect, test } from 'vitest'
import { requestedRange } from './range.ts'

test.each([
  [undefined, null],
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=90-1000', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=-0', 'outside'],
  ['bytes=100-', 'outside'],
  ['bytes=100-200', 'outside'],
  // Invalid or multiple ranges return the whole file.
  ['bytes=20-10', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['lines=1-2', null],
  ['bytes=a-b', null],
  [`bytes=${'9'.repeat(40)}-`, null],
])('%s of 100 bytes', (range, part) => {
  expect(requestedRange({ range }, 100, '"a"')).toEqual(part)
})

test('a part is of the requested version, or the whole file is sent', () => {
  const rangeIf = (ifRange: string) => requestedRange({ range: 'bytes=0-9', 'if-range': ifRange }, 100, '"a"')
  expect(rangeIf('"a"')).toEqual({ first: 0, last: 9 })
  expect(rangeIf('"b"')).toBeNull()
  expect(rangeIf('W/"a"')).toBeNull()
  expect(rangeIf('Sun, 22 Nov 2026 12:00:00 GMT')).toBeNull()
})
