import { expect, test } from 'vitest'
import { formatIn } from '#web/lib/format.ts'
import { placeWords } from './place-words.ts'

const inFrench = formatIn('fr').country
const germany = { location: 'Werk 2', region: 'Germany', country: 'DE' }

test.each([
  ['en', 'Werk 2, Germany'],
  ['fr', 'Werk 2, Allemagne'],
  ['sw', 'Werk 2, Ujerumani'],
])('a region that equals the country is shown once, in the language %s', (language, expected) => {
  expect(placeWords(germany, formatIn(language).country)).toBe(expected)
})

test('a place that is no more than the country is the country', () => {
  expect(placeWords({ location: 'germany', region: 'GERMANY', country: 'DE' }, inFrench)).toBe('Allemagne')
})

test('other words of places stay as they are', () => {
  expect(placeWords({ ...germany, region: 'Western Europe' }, inFrench)).toBe('Werk 2, Western Europe, Allemagne')
  expect(placeWords({ ...germany, location: 'Near Germany', region: '' }, inFrench)).toBe('Near Germany, Allemagne')
  expect(placeWords({ ...germany, country: null }, inFrench)).toBe('Werk 2, Germany')
  expect(placeWords({ location: '', region: '', country: null }, inFrench)).toBe('')
})
