import { expect, test } from 'vitest'
import { newRecoveryCodes } from '#server/identity/factors/factors.ts'
import { listUsers, resetFactors } from '#shared/contract/users.ts'
import { aTenant } from '#tests/kit/tenant.ts'

test('an admin of the registry removes the factors of another person, and all whom it concerns are told', async () => {
  const { tenantAdmin, accountAdmin, proponent, buyer, tenant, world } = await aTenant()
  const { sql } = world
  const addFactors = async (username: string) => {
    await sql`
      insert into identity.authenticator (person_id, secret, last_step)
      values (${username}, ${Buffer.alloc(20)}, 0)`
    await newRecoveryCodes(sql, username)
  }
  const factorsOf = (username: string) => sql`
    select from identity.authenticator where person_id = ${username}
    union all select from identity.recovery_code where person_id = ${username}`
  for (const { username } of [proponent, buyer, tenantAdmin]) await addFactors(username)
  const reset = (by: typeof tenantAdmin, { username }: typeof tenantAdmin) =>
    by.call(resetFactors, { body: { username } })

  await expect(reset(accountAdmin, proponent)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(reset(tenantAdmin, tenantAdmin)).rejects.toMatchObject({ code: 'oneself' })
  expect((await reset(tenantAdmin, proponent)).username).toBe(proponent.username)
  // The second time there is none.
  await reset(tenantAdmin, proponent)

  expect((await factorsOf(proponent.username)).length).toBe(0)
  expect((await factorsOf(buyer.username)).length).toBe(11)
  expect((await factorsOf(tenantAdmin.username)).length).toBe(11)
  expect(await sql`select username from notice where kind = 'user.resetFactors' and tenant_id = ${tenant.id}`).toEqual(
    expect.arrayContaining([{ username: proponent.username }, { username: accountAdmin.username }]),
  )
  expect(
    await sql`select actor, subject from audit_event where act = 'user.resetFactors' and tenant_id = ${tenant.id}`,
  ).toEqual([{ actor: tenantAdmin.username, subject: `user:${proponent.username}` }])
  const { items } = await tenantAdmin.call(listUsers)
  const mayReset = items.filter(({ acts }) => acts.includes('resetFactors')).map(({ username }) => username)
  expect(mayReset).toContain(buyer.username)
  expect(mayReset).not.toContain(tenantAdmin.username)
})
