import { expect, test } from 'vitest'
import { createClaim } from '#shared/contract/claims.ts'
import { quantityName, withinBalances } from './within-balances.ts'

const schema = withinBalances(createClaim.body, [{ balance: 10 }, { balance: 5 }])

function foundIn(quantities: (number | undefined)[]): string[] {
  const items = quantities.map((quantity) => ({ assetId: 'a', quantity }))
  // Missing claim fields must not hide quantity errors.
  const { error } = schema.safeParse({ items, beneficiaryKind: 'anonymous', purpose: 'personal' })
  return (error?.issues ?? []).map((issue) => issue.path.join('.'))
}

test('a quantity up to the balance is accepted', () => {
  expect(foundIn([10, 5])).not.toContain(quantityName(0))
})

test('a quantity above its balance is found at its own field, whatever else is missing', () => {
  expect(foundIn([10, 6])).toEqual(expect.arrayContaining([quantityName(1), 'isAuthorised']))
  expect(foundIn([undefined, 6])).toEqual(expect.arrayContaining([quantityName(0), quantityName(1)]))
})
