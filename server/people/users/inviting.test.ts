import { expect, test } from 'vitest'
import { createAccount } from '#shared/contract/accounts.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { aTenant } from '#tests/kit/tenant.ts'

test('an invitation of somebody who registers an organisation at the same moment leaves record and directory of one mind', async () => {
  const { tenantAdmin, addPerson, tenant, world } = await aTenant({ isConfigured: true })
  for (let round = 0; round < 5; round += 1) {
    const founder = await addPerson([])
    const facts = { name: `Organisation ${founder.username}`, type: 'proponent', country: 'KE' } as const
    const person = { firstName: 'Juma', lastName: 'Otieno', email: founder.email, accountId: 'proponent' }
    const outcomes = await Promise.allSettled([
      founder.call(createAccount, { body: facts }),
      tenantAdmin.call(inviteUser, { body: person }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [record] = await world.sql<{ groups: string[] }[]>`
      select groups from app_user where tenant_id = ${tenant.id} and username = ${founder.username}`
    expect((await world.identity.directory.find(founder.username))?.groups).toEqual(record?.groups)
  }
})
