import { afterAll, beforeAll, expect, test } from 'vitest'
import { formReader } from '#tests/kit/form-reader.ts'
import { clientId, type IdentityWorld, runIdentity } from '#tests/kit/identity-world.ts'

let sandbox: IdentityWorld
let registry: IdentityWorld
const buyer = { email: 'buyer@registry.test', name: 'Unit Buyer', does: 'sign-in.does.buyer' } as const

beforeAll(async () => {
  sandbox = await runIdentity({ samplePeople: [buyer, { ...buyer, email: 'suspended@registry.test' }] })
  registry = await runIdentity()
  for (const { addPerson } of [sandbox, registry]) {
    await addPerson({ email: buyer.email })
    await addPerson({ email: 'suspended@registry.test', status: 'suspended' })
    await addPerson({ email: 'stranger@registry.test' })
  }
})
afterAll(() => Promise.all([sandbox.stop(), registry.stop()]))

async function openSignIn({ issuer, baseUrl }: IdentityWorld) {
  const reader = formReader()
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${baseUrl}/`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  return { reader, ...(await reader.open(`${issuer}/auth?${query}`)) }
}

test('one click signs in as a person of the sandbox, whose name and work the button says', async () => {
  const { reader, markup } = await openSignIn(sandbox)
  expect(markup).toMatch(/<button name="person" value="buyer@registry.test"><span>Unit Buyer<\/span>.*claims them/)
  const { url } = await reader.submit({ person: buyer.email })
  expect(new URL(url).searchParams.get('code')).toBeTruthy()
})

test.each([
  ['nobody else', () => sandbox, 'stranger@registry.test'],
  ['nobody who is suspended', () => sandbox, 'suspended@registry.test'],
  ['nobody outside of a sandbox', () => registry, buyer.email],
])('without a password it lets in %s', async (_name, worldOf, person) => {
  const { reader } = await openSignIn(worldOf())
  expect((await reader.submit({ person })).status).toBe(401)
})

test('a registry that is no sandbox shows no people', async () => {
  expect((await openSignIn(registry)).markup).not.toContain('name="person"')
})
