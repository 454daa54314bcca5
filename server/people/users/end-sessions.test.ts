import { expect, test } from 'vitest'
import { json } from '#server/infra/db/database.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { endUserSessions } from '#shared/contract/users.ts'
import { aTenant } from '#tests/kit/tenant.ts'

test('an admin of the registry ends the sessions of another person, who is told, stays active and signs in again', async () => {
  const { tenantAdmin, accountAdmin, proponent, buyer, tenant, world } = await aTenant()
  const { sql } = world
  const aSession = async (accountId: string, id: string) => {
    const grantId = `grant of ${id}`
    const payloads = {
      Session: { accountId, uid: id, loginTs: 0, authorizations: { app: { grantId } } },
      RefreshToken: { accountId, grantId },
    }
    for (const [model, payload] of Object.entries(payloads)) {
      await sql`
        insert into identity.artefact (model, id, payload, expires_at)
        values (${model}, ${id}, ${json(payload)}, now() + interval '1 day')`
    }
  }
  const prefix = tenant.id
  for (const [at, { username }] of [proponent, proponent, buyer].entries()) await aSession(username, `${prefix}${at}`)
  const openOf = async ({ username }: typeof buyer) => {
    const rows = await sql`
      select from identity.artefact where person_id = ${username} and (model <> 'Session' or consumed_at is null)`
    return rows.length
  }
  const end = (by: typeof buyer, { username }: typeof buyer) => by.call(endUserSessions, { body: { username } })

  await expect(end(accountAdmin, proponent)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(end(tenantAdmin, tenantAdmin)).rejects.toMatchObject({ refusal: { reason: 'oneself.sessions' } })
  expect(await openOf(proponent)).toBe(4)
  expect(await end(tenantAdmin, proponent)).toMatchObject({ username: proponent.username, status: 'ACTIVE', ended: 2 })
  expect(await openOf(proponent)).toBe(0)
  expect(await openOf(buyer)).toBe(2)
  const over = await sql`select from identity.ended_session where grant_id like ${`grant of ${prefix}%`}`
  expect(over.length).toBe(2)

  const told = await sql`select username from notice where kind = 'user.signOut' and tenant_id = ${tenant.id}`
  expect(told).toEqual([{ username: proponent.username }])
  const { items } = await tenantAdmin.call(listAudit, { query: { act: 'user.signOut' } })
  expect(items).toMatchObject([{ act: 'user.signOut' }])
  expect((await buyer.call(listNotices)).items).toEqual([])
})
