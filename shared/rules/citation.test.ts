import { describe, expect, test } from 'vitest'
import { type Cited, citationOf } from './citation.ts'

const cited: Cited = {
  registry: 'Coast Registry',
  title: '1,200 units retired for Acme',
  kind: 'Certificate C-000012, verify code AB12',
  day: '2026-11-03',
  retrieved: 'Retrieved 27 November 2026, from https://coast.test/claims?key=c1',
  accessed: '2026-11-27',
  address: 'https://coast.test/claims?key=c1',
  key: 'coast-12',
}

test('APA names registry, day, title, kind and address', () => {
  expect(citationOf('apa', cited, 'en')).toBe(
    'Coast Registry. (2026, November 3). 1,200 units retired for Acme [Certificate C-000012, verify code AB12]. Retrieved 27 November 2026, from https://coast.test/claims?key=c1',
  )
  expect(citationOf('apa', cited, 'fr')).toContain('(2026, 3 novembre)')
  expect(citationOf('apa', { ...cited, day: '2026-11-01' }, 'fr')).toContain('(2026, 1er novembre)')
})

test('plain text is one line of sentences', () => {
  expect(citationOf('plain', { ...cited, title: '3 units\nretired  for Acme' }, 'en')).toBe(
    'Coast Registry: 3 units retired for Acme, 2026-11-03. Certificate C-000012, verify code AB12. Retrieved 27 November 2026, from https://coast.test/claims?key=c1.',
  )
})

test('a registry whose name ends in a full stop gets no second one', () => {
  expect(citationOf('apa', { ...cited, registry: 'Coast Inc.' }, 'en')).toMatch(/^Coast Inc\. \(2026/)
})

describe('BibTeX', () => {
  test('is an entry with an address and the day of access', () => {
    expect(citationOf('bibtex', cited, 'en')).toBe(`@misc{coast-12,
  author = {{Coast Registry}},
  title = {{1,200 units retired for Acme}},
  year = {2026},
  month = {11},
  howpublished = {Certificate C-000012, verify code AB12},
  url = {https://coast.test/claims?key=c1},
  urldate = {2026-11-27}
}`)
  })

  test.for([
    ['Smith & Sons', 'Smith \\& Sons'],
    ['50% of #1_a $', '50\\% of \\#1\\_a \\$'],
    ['{braces}', '\\{braces\\}'],
    ['a\\b~c^d', 'a\\textbackslash{}b\\textasciitilde{}c\\textasciicircum{}d'],
    ['two\nlines', 'two lines'],
    ['Örlich 株式会社', 'Örlich 株式会社'],
  ] as const)('escapes %s', ([title, shown]) => {
    expect(citationOf('bibtex', { ...cited, title }, 'en')).toContain(`title = {{${shown}}}`)
  })

  test('keeps braces out of the address and signs out of the key', () => {
    const entry = citationOf('bibtex', { ...cited, address: 'https://a.test/{x}', key: 'a b,c{12' }, 'en')
    expect(entry).toContain('url = {https://a.test/%7Bx%7D}')
    expect(entry).toMatch(/^@misc\{abc12,/)
  })
})
