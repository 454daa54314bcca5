import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/infra/db/database.ts'
import { readFigures, siteConfig } from '#shared/contract/registry.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { theWorld, type World } from '#tests/kit/world.ts'
import { changeTenant, createTenant, setTenantStatus, tenantChange, tenantDraft } from './administering.ts'

let world: World

beforeAll(async () => {
  world = await theWorld()
})

async function aRegistry(facts: { enableMarketplace?: boolean } = {}) {
  const id = `r${newId().slice(-12)}`
  const host = `${id}.registry.test`
  const draft = {
    id,
    name: `Registry ${id}`,
    assetName: 'Tonne',
    assetNamePlural: 'Tonnes',
    addHosts: [host],
    ...facts,
  }
  await createTenant(world.sql, tenantDraft.parse(draft), 'test')
  return { id, host, name: draft.name }
}

function change(id: string, facts: object) {
  return changeTenant(world.sql, id, tenantChange.parse(facts), 'test')
}

/** fetch cannot set the host header. */
async function siteAt(host: string): Promise<{ status: number; body: unknown }> {
  const [answer]: IncomingMessage[] = await once(get(`${world.baseUrl}/config.json`, { headers: { host } }), 'response')
  if (!answer) throw new Error('No answer came.')
  return { status: answer.statusCode ?? 0, body: await json(answer) }
}

async function acts(tenantId: string) {
  return world.sql`
    select act, actor, before, after from audit_event where subject = ${`tenant:${tenantId}`} order by sequence`
}

describe('a host name selects the visitor’s registry', () => {
  test('two hosts show two registries, with or without a port and however written', async () => {
    const [one, other] = [await aRegistry(), await aRegistry({ enableMarketplace: true })]
    for (const host of [one.host, `${one.host}:8443`, one.host.toUpperCase()]) {
      expect(siteConfig.parse((await siteAt(host)).body)).toMatchObject({
        tenantId: one.id,
        words: { fr: { name: one.name } },
      })
    }
    expect(siteConfig.parse((await siteAt(other.host)).body)).toMatchObject({
      tenantId: other.id,
      enableMarketplace: true,
    })
  })

  test('any other host shows the configured one', async () => {
    expect((await siteAt('unheard-of.registry.test')).body).toMatchObject({ tenantId: world.config.TENANT_ID })
  })

  test('a host name belongs to one tenant', async () => {
    const [one, other] = [await aRegistry(), await aRegistry()]
    await expect(change(other.id, { name: 'Another', addHosts: [one.host] })).rejects.toThrow(
      `The host name ${one.host} is taken.`,
    )
    expect((await siteAt(other.host)).body).toMatchObject({ words: { en: { name: other.name } } })
    await expect(change(other.id, { removeHosts: [one.host] })).rejects.toThrow(/is no host of/)
  })
})

describe('while it is suspended', () => {
  test('its site and its calls answer 404 and its people 401, until it is resumed', async () => {
    const { id, host } = await aRegistry()
    const { newcomer, addPerson } = await aTenant()
    const person = await addPerson([`${id}|TenantAdmin`])
    await setTenantStatus(world.sql, id, 'suspended', 'test')

    expect(await siteAt(host)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    await expect(newcomer.call(readFigures, { query: { tenantId: id } })).rejects.toMatchObject({ code: 'not_found' })
    expect((await person.fetch('/api/audit')).status).toBe(401)

    await setTenantStatus(world.sql, id, 'active', 'test')
    await expect.poll(async () => (await siteAt(host)).status, { timeout: 15_000 }).toBe(200)
    expect((await person.fetch('/api/audit')).status).toBe(200)
  })

  test('servers that know it open follow within seconds', async () => {
    const { id, host } = await aRegistry()
    expect((await siteAt(host)).status).toBe(200)
    await setTenantStatus(world.sql, id, 'suspended', 'test')
    await expect.poll(async () => (await siteAt(host)).status, { timeout: 15_000, interval: 250 }).toBe(404)
  })
})

describe('what is done to a tenant', () => {
  test('stands in its audit log: who, before and after', async () => {
    const { id } = await aRegistry()
    await change(id, { name: 'The Sea Registry', accent: '#AA3300' })
    await setTenantStatus(world.sql, id, 'suspended', 'test')
    expect(await acts(id)).toMatchObject([
      { act: 'tenant.create', actor: 'operator test', after: { id } },
      {
        act: 'tenant.change',
        before: { name: `Registry ${id}`, accent: '#2f9e6e' },
        after: { name: 'The Sea Registry', accent: '#aa3300' },
      },
      { act: 'tenant.suspend', before: { status: 'active' }, after: { status: 'suspended' } },
    ])
  })

  test('is refused where it makes no sense, and nothing of it stays', async () => {
    const { id } = await aRegistry()
    const again = tenantDraft.parse({ id, name: 'Again', assetName: 'Unit', assetNamePlural: 'Units' })
    await expect(createTenant(world.sql, again, 'test')).rejects.toThrow(`There is a tenant ${id} already.`)
    const alike = { ...again, id: `${id}-2`, serialPrefix: id.toUpperCase().slice(0, 12) }
    await expect(createTenant(world.sql, alike, 'test')).rejects.toThrow(/serial prefix/)
    await expect(change(`${id}-2`, { name: 'Nobody' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(setTenantStatus(world.sql, id, 'active', 'test')).rejects.toThrow(`${id} is active already.`)
    expect(await acts(id)).toHaveLength(1)
  })
})
