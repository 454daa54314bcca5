import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { signIn } from '#sandbox/sign-in.ts'
import { newId } from '#server/infra/db/database.ts'
import { createTenant, setTenantStatus, tenantDraft } from '#server/people/tenants/administering.ts'
import { siteOf, tenantOfIssuer } from '#server/people/tenants/sites.ts'
import { createAccount } from '#shared/contract/accounts.ts'
import { callerAt } from '#tests/kit/person.ts'
import { theWorld, type World } from '#tests/kit/world.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { insertPerson, type Person } from '../passwords/persons.ts'

let world: World
let port: string

beforeAll(async () => {
  world = await theWorld()
  port = new URL(world.baseUrl).port
})

async function aSite(accent = '#aa3300') {
  const id = `r${newId().slice(-12)}`
  const host = `${id}.registry.test`
  const names = { name: `Registry ${id}`, assetName: 'Tonne', assetNamePlural: 'Tonnes' }
  await createTenant(world.sql, tenantDraft.parse({ id, ...names, accent, addHosts: [host, `www.${host}`] }), 'test')
  return { id, host, origin: `http://${host}:${port}` }
}

async function aPerson(tenantId: string, facts: Partial<Person> = {}, secret = 'seven green turtles'): Promise<Person> {
  const id = newId()
  const names = { firstName: 'Ada', lastName: 'Okoye', language: 'en' } as const
  const rest = { groups: [`${tenantId}|TenantAdmin`], status: 'active' } as const
  const person = { id, tenantId, email: `${id}@registry.test`, ...names, ...rest, groups: [...rest.groups], ...facts }
  await insertPerson(world.sql, person, await hashPassword(secret))
  return person
}

/** fetch cannot set the host header. */
async function fetchAt(host: string, path: string): Promise<{ status: number; body: string }> {
  const [answer]: IncomingMessage[] = await once(get(`${world.baseUrl}${path}`, { headers: { host } }), 'response')
  if (!answer) throw new Error('No answer came.')
  return { status: answer.statusCode ?? 0, body: await text(answer) }
}

const discovery = z.looseObject({ issuer: z.string(), authorization_endpoint: z.string(), token_endpoint: z.string() })

describe('the site of a tenant', () => {
  test('is an issuer of its own at each of its host names, which the web app’s settings name', async () => {
    const site = await aSite()
    for (const host of [`${site.host}:${port}`, `www.${site.host}:${port}`]) {
      const issuer = `http://${host}/identity`
      const { body } = await fetchAt(host, '/identity/.well-known/openid-configuration')
      expect(discovery.parse(JSON.parse(body))).toMatchObject({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
      })
      expect(JSON.parse((await fetchAt(host, '/config.json')).body)).toMatchObject({ oidc: { authority: issuer } })
    }
  })

  test('shows its name and its colour on the pages of the sign-in, readable in both themes', async () => {
    const { id, host } = await aSite('#112233')
    expect((await fetchAt(host, '/identity/signed-out')).body).toContain(`Registry ${id}`)
    const { body } = await fetchAt(host, '/identity/assets/accent.css?112233')
    expect(body).toMatch(/:root\[data-theme="light"\] \{ --accent: #112233; --on-accent: #ffffff; \}/)
    expect(body).toMatch(/^:root \{ --accent: (?!#112233)#[0-9a-f]{6};/)
  })

  test('is where its invitations lead', async () => {
    const { id, origin } = await aSite()
    const names = { firstName: 'Amina', lastName: 'Achieng', language: 'sw' } as const
    const invitation = { tenantId: id, email: `${id}@registry.test`, groups: [], ...names }
    const { invitationUrl } = await world.identity.directory.invite(invitation)
    expect(invitationUrl).toMatch(new RegExp(`^${origin}/identity/password\\?token=`))
    const { pathname, search, host } = new URL(String(invitationUrl))
    expect((await fetchAt(host, pathname + search)).status).toBe(200)
    expect((await fetchAt(new URL(world.baseUrl).host, pathname + search)).status).toBe(410)
  })

  test('gives tokens that the registry takes, until the tenant is suspended', async () => {
    const { id, host, origin } = await aSite()
    const token = await world.identity.issueToken((await aPerson(id)).id, id)
    expect(decodeJwt(token).iss).toBe(`${origin}/identity`)
    expect((await callerAt(world.baseUrl, token).fetch('/api/audit')).status).toBe(200)
    const later = await world.identity.issueToken((await aPerson(id)).id, id)
    await setTenantStatus(world.sql, id, 'suspended', 'test')
    const readsAudit = async () => (await callerAt(world.baseUrl, later).fetch('/api/audit')).status
    await expect.poll(readsAudit, { timeout: 15_000 }).toBe(401)
    const opensPage = async () => (await fetchAt(host, '/identity/signed-out')).status
    await expect.poll(opensPage, { timeout: 15_000 }).toBe(404)
  }, 30_000)

  test('is where its people are at home, whatever site they ask', async () => {
    const { id } = await aSite()
    const [newcomer, admin] = [await aPerson(id, { groups: [] }), await aPerson(id)]
    const asks = async (person: Person) => callerAt(world.baseUrl, await world.identity.issueToken(person.id, id))
    const { tenantId, accountId } = await (await asks(newcomer)).call(createAccount, {
      body: { name: `Reef of ${id}`, type: 'proponent', country: 'KE' },
    })
    expect(tenantId).toBe(id)
    expect(await world.identity.directory.find(newcomer.id)).toMatchObject({
      groups: [`${id}|${accountId}|General`, `${id}|${accountId}|AccountAdmin`],
    })
    const foreign = [`${world.config.TENANT_ID}|TenantAdmin`, 'TenantAdmin']
    await world.identity.directory.setGroups(admin.id, foreign)
    expect((await (await asks(admin)).fetch('/api/audit')).status).toBe(403)
  })

  test('knows nobody of another tenant, even by the same address', async () => {
    const { id } = await aSite()
    const here = await aPerson(world.config.TENANT_ID, {}, 'the password that is for here')
    const there = await aPerson(id, { email: here.email }, 'the password that is for there')
    const { accessToken } = await signIn(world.baseUrl, here.email, 'the password that is for here')
    expect(decodeJwt(accessToken).sub).toBe(here.id)
    await expect(signIn(world.baseUrl, there.email, 'the password that is for there')).rejects.toThrow('401')
  })
})

test.each([
  ['another host', (origin: string) => origin.replace('.registry.test', '.registry.test.example.org')],
  ['another scheme', (origin: string) => origin.replace('http:', 'https:')],
  ['another port', (origin: string) => origin.replace(/:\d+$/, ':1')],
  ['a path below', (origin: string) => `${origin}/identity`],
  ['a user before the host', (origin: string) => origin.replace('//', '//a@')],
  ['no address', () => 'nonsense'],
])('an issuer that differs from a site’s by %s is none of ours', async (_what, changed) => {
  const { id, origin } = await aSite()
  expect(await tenantOfIssuer(world.deps, `${origin}/identity`)).toBe(id)
  expect(await tenantOfIssuer(world.deps, `${changed(origin)}/identity`)).toBeNull()
  expect(await siteOf(world.deps, id)).toMatchObject({ origin })
})
