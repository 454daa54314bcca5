import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { z } from 'zod'

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eright to left',
  '\ufeff',
  '𝕿𝖊𝖘𝖙 👩‍👩‍👧‍👦 é',
  'x'.repeat(20_000),
  '%',
  '_',
  '\\',
  "' or 1=1 --",
  '"; drop table project; --',
  '$1',
  '#{7*7}{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://169.254.169.254/latest/meta-data/',
  '=HYPERLINK("http://example.test")',
  '\r\nset-cookie: a=b',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1e400',
  '9007199254740993',
  '99999999999999999999999999',
  '0x10',
  '1.5',
  '٣',
  '0000-00-00',
  '0001-01-01',
  '2024-02-30',
  '9999-12-31',
  '-2024-01-01',
  '2024-01-01T00:00:00Z',
  'sample:a1:p:q',
  '::',
  'true',
  '[]',
  '{"a":1}',
]

/** Invented cursors in a valid form. */
const cursors = [
  ['x', 'y'],
  ['', ''],
  ['\u0000', '\u0000'],
  ['2024-02-30T00:00:00.000000Z', 'x'],
  ['9999-99-99T99:99:99Z', 'x'],
  ['275760-09-13T00:00:00Z', 'x'],
  ['0000-01-01T00:00:00Z', 'x'],
  ['9999999999999999', 'x'],
  ['99999999999999999999999', 'x'],
  ['-1', 'x'],
  [1, 2],
  ['a'],
].map((place) => Buffer.from(JSON.stringify(place)).toString('base64url'))

/** JSON values except text. */
const others: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  -0,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  { length: 1, 0: 'x' },
  Array.from({ length: 2_000 }, () => 'x'),
]

const seed = 20_261_120

/** The Big List of Naughty Strings, if beside the checkout. */
function naughty(): string[] {
  const file = new URL('../../../../shared/data/blns.json', import.meta.url)
  return existsSync(file) ? z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

const random = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), { seed, numRuns: 300 })
const pool = [...naughty(), ...random]
let drawn = 0

/** All fields share one pool, so that each text is used somewhere and runs stay short. */
function draw(count: number): string[] {
  return Array.from({ length: count }, () => pool[drawn++ % pool.length] ?? '')
}

const drawnPerPlace = 8

export function hostileTexts(name: string): string[] {
  return [...texts, ...(name === 'cursor' ? cursors : []), ...draw(drawnPerPlace)]
}

export function hostileJson(name: string): unknown[] {
  return [...others, ...hostileTexts(name)]
}
