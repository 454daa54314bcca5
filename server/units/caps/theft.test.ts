import { expect, test } from 'vitest'
import { connectMail } from '#server/infra/mail/mail.ts'
import { deliverNotices } from '#server/people/notices/postman.ts'
import { addRecipient, changeCaps } from '#shared/contract/caps.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { changeProtection } from '#shared/contract/pending.ts'
import { stopByLink } from '#shared/contract/stops.ts'
import { listBalances, transferUnits } from '#shared/contract/wallet.ts'
import { groupName } from '#shared/rules/groups.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import { startPostBox } from '#tests/kit/post-box.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { ownWorld } from '#tests/kit/world.ts'

ownWorld()

/** As the account has set them. */
const rules = { dailyCap: 50, newRecipientCap: 5, approvalFrom: 30 }

test('a thief of an admin’s session takes no more than the cap of a day, and one click of anybody else ends it', async () => {
  const tenant = await aTenant()
  const { accountAdmin: thief, proponent, visitor, world, addPerson } = tenant
  const groups = ['General', 'AccountAdmin'].map((role) =>
    groupName({ tenantId: tenant.tenant.id, accountId: 'proponent', role: role as 'General' | 'AccountAdmin' }),
  )
  const admin = await addPerson(groups, 'proponent')
  const { assetId } = await anIssuedAsset(tenant, { quantity: 1_000 })
  const { approvalFrom, ...caps } = rules
  await admin.call(changeCaps, { body: caps })
  await admin.call(changeProtection, { body: { approvalFrom, acceptsTransfers: false } })

  // Weaker rules apply after a day, a recipient waits for a second person.
  await thief.call(changeCaps, { body: { dailyCap: null, newRecipientCap: null } })
  await thief.call(changeProtection, { body: { approvalFrom: null, acceptsTransfers: false } })
  await thief.wait(addRecipient, { body: { accountId: 'buyer' } })

  const send = (quantity: number, toAccountId: string) =>
    thief.call(transferUnits, { body: { toAccountId, items: [{ assetId, quantity }] } })
  const retire = (quantity: number) =>
    thief.call(createClaim, {
      body: {
        items: [{ assetId, quantity }],
        beneficiaryKind: 'anonymous',
        purpose: 'personal',
        isAuthorised: true,
      },
    })
  const grabs = [1_000, 29, 5, 4, 1].flatMap((quantity) => [
    ...['buyer', 'measurer', 'verifier'].map((account) => () => send(quantity, account)),
    () => retire(quantity),
  ])
  for (let round = 0; round < 5; round += 1) for (const grab of grabs) await grab().catch(() => {})

  const held = async () => (await proponent.call(listBalances, { query: { accountId: 'proponent' } })).items[0]
  expect(await held()).toMatchObject({ balance: 1_000 - rules.dailyCap, locked: 0 })

  const box = await startPostBox()
  await world.linked()
  const { sql, config, deps } = world
  await deliverNotices({ sql, config, mail: connectMail(box.url, 'contact@registry.test'), log: deps.log })
  const letters = box.letters.filter(({ to }) => to.includes(admin.email)).map(({ text }) => text)
  await box.stop()
  const token = new RegExp(`${world.baseUrl}/stop#(\\S+)`).exec(letters.join())?.[1] ?? ''
  await visitor.call(stopByLink, { body: { token } })

  await expect(send(1, 'buyer')).rejects.toMatchObject({ refusal: { reason: 'units.senderStopped' } })
  const coming = await world.sql`select from protection_to_come where tenant_id = ${tenant.tenant.id}`
  expect(coming.length, 'weaker rules to come').toBe(0)
  expect(await held()).toMatchObject({ balance: 1_000 - rules.dailyCap })
})
