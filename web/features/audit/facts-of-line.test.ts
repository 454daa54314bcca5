import { expect, test } from 'vitest'
import { factsOf } from './facts-of-line.ts'

test('what was so already and what is empty is no fact of a change', () => {
  const before = { status: 'ACTIVE', groups: ['t|a|General'], description: '' }
  const after = { status: 'ACTIVE', groups: ['t|a|General', 't|a|AccountAdmin'], description: null, reason: null }
  expect(factsOf({ before, after })).toEqual([{ field: 'groups', before: before.groups, after: after.groups }])
})

test('what was only noted has nothing before it', () => {
  expect(factsOf({ before: null, after: { quantity: 5 } })).toEqual([
    { field: 'quantity', before: undefined, after: 5 },
  ])
})

test('a line of another shape has no facts', () => {
  expect(factsOf({ before: 'draft', after: undefined })).toEqual([])
})
