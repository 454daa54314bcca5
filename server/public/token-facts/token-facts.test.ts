import { expect, test } from 'vitest'
import { z } from 'zod'
import { tokenId } from '#server/infra/chain/derive.ts'
import { burnUnits } from '#shared/contract/wallet.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const facts = z.object({
  name: z.string(),
  decimals: z.literal(0),
  image: z.url(),
  external_url: z.url(),
  properties: z.record(z.string(), z.unknown()),
})

const fileOf = (id: bigint) => `${id.toString(16).padStart(64, '0')}.json`

test('a token says what it is and how many are left, to any page of the web', async () => {
  const tenant = await aTenant()
  const { assetId, transaction } = await anIssuedAsset(tenant, { quantity: 100 })
  const accountId = transaction.to?.accountId ?? ''
  await tenant.tenantAdmin.call(burnUnits, { body: { accountId, items: [{ assetId, quantity: 5 }], reason: 'Twice.' } })
  const get = () => fetch(`${tenant.world.baseUrl}/units/metadata/${fileOf(tokenId(tenant.tenant.id, assetId))}`)
  await expect.poll(() => get().then(({ status }) => status), { timeout: 20_000 }).toBe(200)
  const answer = await get()
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const { name, external_url, properties } = facts.parse(await answer.json())
  expect(name).toMatch(/ \d{4}-1$/)
  expect(properties).toMatchObject({ issued: 100, retired: 0, cancelled: 5, outstanding: 95, batch: 1 })
  expect(external_url).toMatch(/\/unit\/.+-1-100$/)
  expect(properties.project).toBe(name.replace(/ \d{4}-1$/, ''))
})

test('the contract says what it is, and a token of nobody is not found', async () => {
  const { world } = await aTenant()
  const status = async (file: string) => (await fetch(`${world.baseUrl}/units/metadata/${file}`)).status
  const contract = await fetch(`${world.baseUrl}/units/metadata/contract.json`)
  expect(await contract.json()).toMatchObject({ name: 'Registry Units', symbol: 'UNITS', image: expect.any(String) })
  for (const file of [fileOf(tokenId('nobody', 'nothing')), '1.json', 'x', fileOf(255n).toUpperCase()]) {
    expect(await status(file), file).toBe(404)
  }
})
