import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { connectDatabase } from '#server/infra/db/database.ts'
import { readAccount } from '#shared/contract/accounts.ts'
import { watchTasks } from '#shared/contract/tasks.ts'
import { updateUser } from '#shared/contract/users.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { callerAt } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aSecondRegistry, type World } from '#tests/kit/world.ts'
import { endedSessions } from './ended-sessions.ts'

const log = { warn: () => {}, error: () => {} }
/** Never notifies, so sessions come from the table. */
const silence = { subscribe: () => () => {}, stop: async () => {} }
const refused = { code: 'unauthenticated' }

/** A signed-in person with a refresh token and a grant, as the provider stores them. */
async function aSession(world: World, username: string) {
  const token = await world.identity.issueToken(username)
  const sid = String(decodeJwt(token).sid)
  for (const [model, id, facts] of [
    ['RefreshToken', `renewal-${sid}`, { grantId: sid }],
    ['Grant', sid, {}],
  ] as const) {
    const payload = JSON.stringify({ accountId: username, ...facts })
    await world.sql`
      insert into identity.artefact (model, id, payload, expires_at)
      values (${model}, ${id}, ${payload}::text::jsonb, now() + interval '1 hour')`
  }
  const end = () =>
    world.sql`delete from identity.artefact where person_id = ${username} and coalesce(grant_id, id) = ${sid}`
  return { token, sid, end }
}

test('the access tokens of a session that has ended are refused at once, in every process, and its streams end', async () => {
  const { world, proponent } = await aTenant()
  const second = await aSecondRegistry(world)
  const [ended, other] = [await aSession(world, proponent.username), await aSession(world, proponent.username)]
  const callers = [world.baseUrl, second.baseUrl].map((baseUrl) => callerAt(baseUrl, ended.token))
  for (const caller of callers) await caller.call(readAccount)
  const streams = callers.map(async (caller) => (await caller.fetch(watchTasks.path)).text())

  await ended.end()
  await Promise.all(streams)
  for (const caller of callers) await expect(caller.call(readAccount)).rejects.toMatchObject(refused)
  expect((await callers[0]!.fetch('/identity/me')).status).toBe(401)
  for (const baseUrl of [world.baseUrl, second.baseUrl]) await callerAt(baseUrl, other.token).call(readAccount)

  const read = await endedSessions(world.sql, silence, log)
  closeAfterwards(read.stop)
  expect([read.hasEnded(ended.sid), read.hasEnded(other.sid)]).toEqual([true, false])
})

test('a session that ends while no process listens ends its tokens and streams within half a minute', async () => {
  const { world, proponent } = await aTenant()
  const { token, end } = await aSession(world, proponent.username)
  const caller = callerAt(world.baseUrl, token)
  await caller.call(readAccount)
  const stream = (await caller.fetch(watchTasks.path)).text()
  const admin = connectDatabase(world.config.DATABASE_URL!, { max: 1, name: 'the-saw' })
  closeAfterwards(() => admin.end())
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike any (array['listen%', 'notify%'])`
  await end()
  await stream
  await expect.poll(() => caller.call(readAccount).catch(({ code }) => code), { timeout: 30_000 }).toBe(refused.code)
}, 60_000)

test('without any notification the end is read, and told to the streams', async () => {
  const { world, proponent } = await aTenant()
  const { sid, end } = await aSession(world, proponent.username)
  const read = await endedSessions(world.sql, silence, log)
  closeAfterwards(read.stop)
  const told = new Promise((resolve) => read.subscribe((ended) => ended === sid && resolve(ended)))
  await end()
  await told
  expect(read.hasEnded(sid)).toBe(true)
}, 30_000)

test('suspending a person ends the sessions at once, and resuming brings none back', async () => {
  const { world, accountAdmin, proponent } = await aTenant()
  const { token, sid } = await aSession(world, proponent.username)
  const caller = callerAt(world.baseUrl, token)
  const stream = (await caller.fetch(watchTasks.path)).text()
  await accountAdmin.call(updateUser, { body: { username: proponent.username, status: 'SUSPENDED' } })
  await stream
  await expect(caller.call(readAccount)).rejects.toMatchObject({ code: 'suspended' })
  expect(await world.sql`select from identity.artefact where person_id = ${proponent.username}`).toEqual([])
  await accountAdmin.call(updateUser, { body: { username: proponent.username, status: 'ACTIVE' } })
  await expect.poll(() => caller.call(readAccount).catch(({ code }) => code)).toBe(refused.code)
  const [row] = await world.sql`select suspended_person from identity.ended_session where grant_id = ${sid}`
  expect(row).toEqual({ suspended_person: null })
})

test('a refresh token that runs out or is exchanged ends no session', async () => {
  const { world } = await aTenant()
  await world.sql`
    insert into identity.artefact (model, id, payload, expires_at)
    values ('RefreshToken', 'run-out', '{"grantId":"unused"}', now() - interval '1 second')`
  await world.sql`delete from identity.artefact where id = 'run-out'`
  expect(await world.sql`select from identity.ended_session where grant_id = 'unused'`).toEqual([])
})
