import { expect, test } from 'vitest'
import { createClaim } from '#shared/contract/claims.ts'
import { listProjects, readProject, updateProject, uploadDocument, uploadImage } from '#shared/contract/projects.ts'
import { syncTransactions } from '#shared/contract/transactions.ts'
import { deleteUser } from '#shared/contract/users.ts'
import { mintUnits, transferUnits } from '#shared/contract/wallet.ts'
import { addressOf, needsToken } from './call.ts'
import { failureOf } from './send.ts'
import { isOf } from './use-read-again.ts'

const answered = (call: Parameters<typeof failureOf>[0], body?: unknown) =>
  failureOf(call, 409, 'Conflict', body).message

test.each([createClaim, mintUnits, transferUnits, syncTransactions])(
  'a failed $name is worded by its status',
  (call) => {
    expect(answered(call, { message: 'Too few.' })).toBe('HTTP error! status: 409')
  },
)

test.each([deleteUser, updateProject, uploadImage])(
  "a failed $name is told by the server's message, else by the status text",
  (call) => {
    expect(answered(call, { message: 'The last admin stays.' })).toBe('The last admin stays.')
    expect(answered(call)).toBe('Conflict')
  },
)

test('a failed document upload carries status and body', () => {
  const failure = failureOf(uploadDocument, 413, 'Payload Too Large', { code: 'too_large', message: 'Too large.' })
  expect(failure.message).toBe('Failed to upload document')
  expect(failure).toMatchObject({ status: 413, code: 'too_large', body: { message: 'Too large.' } })
})

test('an address carries only the query that has a value', () => {
  expect(addressOf(listProjects, { query: { tenantId: 't1', q: '', cursor: undefined, limit: 20 } })).toBe(
    '/api/projects?tenantId=t1&limit=20',
  )
})

test('public calls send no token, all others do', () => {
  expect(needsToken(readProject)).toBe(false)
  expect(needsToken(mintUnits)).toBe(true)
})

test('a change refreshes every cached variant of a list, and no other', () => {
  expect(isOf(listProjects, '/api/projects?tenantId=t1&q=mangrove')).toBe(true)
  expect(isOf(listProjects, '/api/projects/my')).toBe(false)
})
