import { expect, test } from 'vitest'
import { typedQuantity } from './quantity-input.ts'

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
