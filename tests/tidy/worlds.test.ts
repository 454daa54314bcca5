import { expect, test } from 'vitest'
import { filesOf } from './files.ts'

test('what works on all tenants at once is tested in a world that no other file uses', () => {
  const onAll = /\b(deliverNotices|deliverClaimLetters|remind|sweepFiles)\(/
  const files = filesOf(/^(server|tests\/world)\/.*\.test\.ts$/).filter(({ text }) => onAll.test(text))
  const shared = files.filter(({ text }) => !/\b(ownWorld|aWorld)\(/.test(text))
  expect(shared.map(({ path }) => path)).toEqual([])
  expect(files.length).toBeGreaterThan(5)
})

test('movements that the ledger did not make are in a database that no other file uses: the chain refuses them, and all wait', () => {
  const made = /insert into (transaction|settlement)\b/
  const files = filesOf(/^(server|tests\/world)\/.*\.test\.ts$/).filter(({ text }) => made.test(text))
  const shared = files.filter(({ text }) => !/\b(ownWorld|aWorld|aDatabase|aSettledLedger)\(/.test(text))
  expect(shared.map(({ path }) => path)).toEqual([])
  expect(files.length).toBeGreaterThan(3)
})
