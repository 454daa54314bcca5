import { domainToUnicode } from 'node:url'
import { describe, expect, test } from 'vitest'
import { faultOfEmail, storedEmail } from './email.ts'
import { shownEmail } from './shown-email.ts'

test.each([
  ['info@münchen.example', 'info@xn--mnchen-3ya.example'],
  ['info@MÜNCHEN.example', 'info@xn--mnchen-3ya.example'],
  ['info@mu\u0308nchen.example', 'info@xn--mnchen-3ya.example'],
  ['info@xn--mnchen-3ya.example', 'info@xn--mnchen-3ya.example'],
  ['a@пример.рф', 'a@xn--e1afmkfd.xn--p1ai'],
  ['b.c@faß.example', 'b.c@xn--fa-hia.example'],
  ["O'Neill+x@Example.ORG", "O'Neill+x@example.org"],
])('%s is stored as %s', (typed, stored) => {
  expect(faultOfEmail(typed)).toBeNull()
  expect(storedEmail(typed)).toBe(stored)
})

test.each([
  'münchen.example',
  'пример.рф',
  '例え.テスト',
  'bücher-straße.example',
  'مثال.example',
  '한국.example',
  'a-ü-漢.example',
])('an address at %s is shown in its own letters', (domain) => {
  const stored = storedEmail(`a@${domain}`)
  expect(stored).toMatch(/^a@[\x20-\x7e]+$/)
  expect(shownEmail(stored)).toBe(`a@${domain}`)
  expect(shownEmail(stored)).toBe(`a@${domainToUnicode(stored.slice(2))}`)
})

describe('an address is refused', () => {
  test.each([
    '',
    'a',
    'a@b',
    '@example.org',
    'a@',
    'a b@example.org',
    'a..b@example.org',
    '.a@example.org',
    'a@1.2.3.4',
    'a@ex%41.org',
  ])('for its form: %s', (typed) => {
    expect(faultOfEmail(typed)).toBe('form')
  })

  test.each([
    'a@exa\u200bmple.org',
    'a@exa\u00admple.org',
    'a@example.org/x',
    'a@example.org:25',
    'a@xn--zz--.org',
    'a@-a.org',
  ])('for its domain: %s', (typed) => {
    expect(faultOfEmail(typed)).toBe('form')
  })

  test.each(['käthe@example.org', 'Женя@пример.рф', '李.雷@example.org'])('for its local part: %s', (typed) => {
    expect(faultOfEmail(typed)).toBe('local')
  })
})

test.each(['a@xn--zz.org', 'a@xn--.org', 'a@xn--a-.org', 'nobody', ''])(
  'what is malformed is shown as it is: %s',
  (stored) => {
    expect(shownEmail(stored)).toBe(stored)
  },
)
