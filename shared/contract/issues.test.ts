import { expect, test } from 'vitest'
import { updateAccount } from './accounts.ts'
import { detailsOf } from './issues.ts'
import { mintUnits } from './wallet.ts'

const ofId = 'must be an id: letters, digits, "_" and "-", at most 64'

test.for([
  ['of one verification, without its id', { quantity: 5 }, [['verificationId', ofId]]],
  [
    'of one verification, with an id of another shape',
    { verificationId: 'a b', quantity: 5 },
    [['verificationId', ofId]],
  ],
  ['of several, one of them without its id', { items: [{ quantity: 5 }] }, [['items.0.verificationId', ofId]]],
  ['of none', { items: [] }, [['items', 'name at least one verification']]],
] as const)('a body of two forms names the field that is wrong: %s', ([, body, named]) => {
  const { error } = mintUnits.body.safeParse(body)
  const details = detailsOf(error?.issues ?? [], body, 'body')
  expect(details.map(({ path, message }) => [path, message])).toEqual(named)
})

test('a body of neither form names fields, and a value of no form its own', () => {
  const mint = mintUnits.body.safeParse({ verification: 'v1' })
  expect(detailsOf(mint.error?.issues ?? [], { verification: 'v1' }, 'body')).toMatchObject([
    { path: 'verificationId', message: ofId },
    { path: 'quantity', reason: 'ui.invalid.required' },
    { path: 'body', reason: 'invalid.unknownField', facts: { field: ['verification'] } },
  ])
  const account = updateAccount.body.safeParse({ website: 5 })
  expect(detailsOf(account.error?.issues ?? [], { website: 5 }, 'body')).toMatchObject([{ path: 'website' }])
})
