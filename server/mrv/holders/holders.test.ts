import { expect, test } from 'vitest'
import { listHolders } from '#shared/contract/holders.ts'
import { aDraftProject, anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

test('the registry sees every holder, a member its own account, and anybody how many there are', async () => {
  const tenant = await aTenant()
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 100 })
  await transferred(tenant, { assetId, quantity: 30, toAccountId: 'buyer' })
  const query = { projectId, tenantId: tenant.tenant.id }
  const seenBy = async (caller: Caller) => {
    const { items, accounts } = await caller.call(listHolders, { query })
    return [accounts, ...items.map(({ accountId, units }) => `${accountId} ${units}`)]
  }
  expect(await seenBy(tenant.tenantAdmin)).toEqual([2, 'proponent 70', 'buyer 30'])
  expect(await seenBy(tenant.buyer)).toEqual([2, 'buyer 30'])
  expect(await seenBy(tenant.measurer)).toEqual([2])
  expect(await seenBy(tenant.visitor)).toEqual([2])
  expect(await seenBy((await aTenant()).tenantAdmin)).toEqual([2])
})

test('holders come in pages, and those of a draft are nobody else’s', async () => {
  const tenant = await aTenant()
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 9 })
  for (const toAccountId of ['buyer', 'measurer']) await transferred(tenant, { assetId, quantity: 3, toAccountId })
  const found: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await tenant.tenantAdmin.call(listHolders, { query: { projectId, limit: 1, cursor } })
    found.push(...page.items.map(({ accountId }) => accountId))
    expect(page.total).toBe(3)
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  expect(found).toEqual(['proponent', 'measurer', 'buyer'])
  const draft = await aDraftProject(tenant)
  const read = (caller: Caller) =>
    outcomeOf(caller.call(listHolders, { query: { projectId: draft.projectId, tenantId: tenant.tenant.id } }))
  expect(await read(tenant.buyer)).toBe('not_found')
  expect(await read(tenant.proponent)).toBe('ok')
})
