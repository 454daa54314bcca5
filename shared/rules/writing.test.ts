import { expect, test } from 'vitest'
import { quoted } from './writing.ts'

/** What mail programs turn into links. */
const linked = /\w+:\/\/|[\p{L}\p{N}-]+[.\u3002\uff0e\uff61][\p{L}\p{N}]|[^\s@]@[\p{L}\p{N}]|mailto:[\p{L}\p{N}]/u

test.each([
  'Booking.com B.V.',
  'https://evil.example.org/prize',
  'evil\u3002com',
  'ada@evil.test',
  'mailto:ada',
  '203.0.113.7',
])('a letter quotes %s so that nothing links it, and as it reads', (words) => {
  const inLetter = quoted(words)
  // A joiner cannot be part of a host name.
  expect(inLetter.replaceAll('\u2060', '\u2060 ')).not.toMatch(linked)
  expect(inLetter.replaceAll('\u2060', '')).toBe(words)
})

test('words without an address are quoted as they are', () => {
  const words = 'Green Hills Cooperative, Ltd. – No. 12: “a note”.'
  expect(quoted(words)).toBe(words)
})

test('what somebody typed makes no line of a letter, turns no text and is cut', () => {
  expect(quoted('Gazi Bay.\n\nThe registry:\r\u2028sign in again\u202e')).toBe('Gazi Bay. The registry: sign in again')
  expect(quoted('é'.repeat(501))).toBe(`${'é'.repeat(500)}…`)
})
