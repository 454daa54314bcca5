import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { readAccount } from '#shared/contract/accounts.ts'
import { watchTasks } from '#shared/contract/tasks.ts'
import { callerAt } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { endedSessions } from './ended-sessions.ts'

const log = { warn: () => {}, error: () => {} }
/** Never notifies, so sessions come from the table. */
const silence = { subscribe: () => () => {}, stop: async () => {} }

test('the access tokens of a session that has ended are refused at once, and its streams end', async () => {
  const { world, proponent } = await aTenant()
  const [ended, other] = await Promise.all([1, 2].map(() => world.identity.issueToken(proponent.username)))
  const { sid } = decodeJwt(ended ?? '')
  const payload = JSON.stringify({ accountId: proponent.username, grantId: sid })
  await world.sql`
    insert into identity.artefact (model, id, payload, expires_at)
    values ('RefreshToken', ${String(sid)}, ${payload}::text::jsonb, now() + interval '1 hour')`
  const caller = callerAt(world.baseUrl, ended ?? '')
  await caller.call(readAccount)
  const stream = (await caller.fetch(watchTasks.path)).text()

  await world.sql`delete from identity.artefact where model = 'RefreshToken' and id = ${String(sid)}`
  await stream
  await expect(caller.call(readAccount)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect((await caller.fetch('/identity/me')).status).toBe(401)
  await callerAt(world.baseUrl, other ?? '').call(readAccount)

  const read = await endedSessions(world.sql, silence, log)
  expect(read.hasEnded(String(sid), Date.now() - 60_000)).toBe(true)
  expect(read.hasEnded(String(sid), Date.now() + 60_000)).toBe(false)
})

test('a refresh token that runs out or is exchanged ends no session', async () => {
  const { world } = await aTenant()
  await world.sql`
    insert into identity.artefact (model, id, payload, expires_at)
    values ('RefreshToken', 'run-out', '{"grantId":"unused"}', now() - interval '1 second')`
  await world.sql`delete from identity.artefact where id = 'run-out'`
  expect(await world.sql`select from identity.ended_session where grant_id = 'unused'`).toEqual([])
})
