import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientId, type IdentityWorld, password, runIdentity } from '#tests/kit/identity-world.ts'

let world: IdentityWorld

beforeAll(async () => {
  world = await runIdentity()
})
afterAll(() => world.stop())

test('who signs in again in the same browser gets a new session, and the former one is gone', async () => {
  const { id, email } = await world.addPerson()
  const { reader } = await world.browser(email)
  const sessions = async () => {
    const rows = await world.sql<{ id: string }[]>`
      select id from identity.artefact where model = 'Session' and person_id = ${id}`
    return rows.map((row) => row.id)
  }
  const former = await sessions()
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${world.baseUrl}/`,
    response_type: 'code',
    scope: 'openid',
    prompt: 'login',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  await reader.open(`${world.issuer}/auth?${query}`)
  await reader.submit({ email, password })
  const present = await sessions()
  expect([former.length, present.length]).toEqual([1, 1])
  expect(present).not.toEqual(former)
  expect(present[0]).toMatch(/^[\w-]{43}$/)
})
