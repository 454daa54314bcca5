import { expect, test } from 'vitest'
import { changeCaps, readCaps } from '#shared/contract/caps.ts'
import { changeSettings } from '#shared/contract/settings.ts'
import { previewMovement, transferUnits } from '#shared/contract/wallet.ts'
import { aDayLater } from '#tests/kit/a-day-later.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'

test('a registry caps what one person moves out of any account; an account’s own cap counts where it is lower', async () => {
  const tenant = await aTenant()
  const { tenantAdmin, accountAdmin, proponent, world } = tenant
  const { id } = tenant.tenant
  const { assetId } = await anIssuedAsset(tenant, { quantity: 1_000 })
  const body = (quantity: number) => ({ toAccountId: 'buyer', items: [{ assetId, quantity }] })
  const send = (quantity: number, by = proponent) => by.call(transferUnits, { body: body(quantity) })
  const day = async () => (await proponent.call(previewMovement, { body: body(1) })).caps?.day
  const guarded = async () =>
    (await world.sql`select is_guarded from account where tenant_id = ${id} and id = 'proponent'`)[0]?.is_guarded
  const faults = () => world.sql`select fault from kept_sum_faults(${id}) fault`
  expect(await guarded()).toBe(false)
  await tenantAdmin.call(changeSettings, { body: { dailyCap: 10 } })
  expect(await guarded()).toBe(true)
  expect(await faults()).toEqual([])

  expect(await proponent.call(readCaps)).toMatchObject({ own: { dailyCap: null }, registry: { dailyCap: 10 } })
  await send(4)
  expect(await day()).toEqual({ most: 10, left: 6 })
  await expect(send(7)).rejects.toMatchObject({
    code: 'conflict',
    refusal: { reason: 'caps.dayOfRegistry', facts: { most: 10, used: 4, asked: 7 } },
  })
  await send(10, accountAdmin)
  await accountAdmin.call(changeCaps, { body: { dailyCap: 5 } })
  expect(await day()).toEqual({ most: 5, left: 1 })
  await expect(send(7)).rejects.toMatchObject({ refusal: { reason: 'caps.aboveDay' } })
  // An account asks for more protection, never for less.
  await accountAdmin.call(changeCaps, { body: { dailyCap: 500 } })
  await aDayLater(tenant)
  expect(await day()).toEqual({ most: 10, left: 6 })

  await accountAdmin.call(changeCaps, { body: { dailyCap: null } })
  await tenantAdmin.call(changeSettings, { body: { dailyCap: null } })
  await expect(send(7)).rejects.toMatchObject({ refusal: { reason: 'caps.dayOfRegistry' } })
  await expect(send(11)).rejects.toMatchObject({ refusal: { reason: 'caps.aboveDayOfRegistry' } })
  await aDayLater(tenant)
  expect(await day()).toBeUndefined()
  expect(await guarded()).toBe(false)
  await send(100)
  expect(await faults()).toEqual([])
})
