import { expect, test } from 'vitest'
import { unlinked } from './writing.ts'

/** What mail programs make a link of: a scheme, a host of words joined by dots, an e-mail address. */
const linked = /\w+:\/\/|[\p{L}\p{N}-]+[.\u3002\uff0e\uff61][\p{L}\p{N}]|[^\s@]@[\p{L}\p{N}]|mailto:[\p{L}\p{N}]/u

test.each([
  'Booking.com B.V.',
  'https://evil.example.org/prize',
  'evil\u3002com',
  'ada@evil.test',
  'mailto:ada',
  '203.0.113.7',
])('a letter quotes %s so that nothing links it, and as it reads', (words) => {
  const quoted = unlinked(words)
  // A joiner between them is no letter of a host.
  expect(quoted.replaceAll('\u2060', '\u2060 ')).not.toMatch(linked)
  expect(quoted.replaceAll('\u2060', '')).toBe(words)
})

test('words without an address are quoted as they are', () => {
  const words = 'Green Hills Cooperative, Ltd. – No. 12: “a note”.'
  expect(unlinked(words)).toBe(words)
})
