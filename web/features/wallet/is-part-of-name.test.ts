import { expect, test } from 'vitest'
import { isPartOfName } from './is-part-of-name.ts'

test.each([
  ['cos', 'Cosméticos do Sul', true],
  [' SUL', 'Cosméticos do Sul', true],
  ['co', 'Cosméticos do Sul', false],
  ['', 'Cosméticos do Sul', false],
  ['norte', 'Cosméticos do Sul', false],
  ['bp', 'BP', true],
  ['b', 'BP', false],
])('"%s" of %s: %s', (typed, name, isPart) => {
  expect(isPartOfName(typed, name)).toBe(isPart)
})
