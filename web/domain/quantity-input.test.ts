import { expect, test } from 'vitest'
import { typedNumber, typedQuantity } from './quantity-input.ts'

test.each([
  ['1 200', 1_200],
  ['1,200', 1_200],
  ['1\u202f200', 1_200],
  ['0', 0],
  ['', undefined],
  [undefined, undefined],
])('%j is %j', (typed, quantity) => {
  expect(typedQuantity(typed)).toBe(quantity)
})

test.each(['-1', 'ten', '1e3', '0x10'])('%j is no quantity', (typed) => {
  expect(typedQuantity(typed)).toBeNaN()
})

test.each([
  ['1.29', 1.29],
  ['-4,5', -4.5],
  [' 39 ', 39],
  [39.5, 39.5],
  ['', null],
  [null, null],
  ['4° S', '4° S'],
])('%j is the number %j', (typed, number) => {
  expect(typedNumber(typed)).toBe(number)
})
