import { beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '#server/infra/config.ts'
import { callCounts, shareCounts } from '#server/infra/http/call-counts.ts'
import { aSite } from '#tests/kit/a-site.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { callerAt } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

let tenant: TenantOfTest

beforeAll(async () => {
  tenant = await aTenant()
})

const callsPerMinute = 50

/** A site with 50 calls a minute; the minute never ends. */
function aLimitedSite(settings: Partial<Config> = {}, minute = Date.now()) {
  const { world } = tenant
  const counts = callCounts(() => minute)
  const site = aSite(world, { callsPerMinute, counts }, { config: { ...world.config, ...settings } })
  return site.then(({ baseUrl }) => ({ baseUrl, counts }))
}

async function calls(count: number, call: () => Promise<Response>): Promise<number[]> {
  const statuses: number[] = []
  for (let made = 0; made < count; made += 1) statuses.push((await call()).status)
  return statuses
}

test('a person has calls of their own, whoever else calls from the same address', async () => {
  const { baseUrl } = await aLimitedSite()
  const visitor = callerAt(baseUrl, null)
  const [buyer, proponent] = [callerAt(baseUrl, tenant.buyer.token), callerAt(baseUrl, tenant.proponent.token)]
  const last = async (caller: typeof visitor) =>
    (await calls(callsPerMinute + 1, () => caller.fetch('/api/account'))).at(-1)
  expect(await last(visitor)).toBe(429)
  expect(await last(buyer)).toBe(429)
  expect((await proponent.fetch('/api/account')).status).toBe(200)
})

test('health checks also answer an address with too many calls', async () => {
  const { baseUrl } = await aLimitedSite()
  const visitor = callerAt(baseUrl, null)
  expect((await calls(callsPerMinute + 1, () => visitor.fetch('/api/account'))).at(-1)).toBe(429)
  for (const path of ['/healthz', '/readyz']) {
    expect(await calls(callsPerMinute + 1, () => visitor.fetch(path))).toEqual(Array(callsPerMinute + 1).fill(200))
  }
})

test('a forged token counts for the address that it comes from', async () => {
  const { baseUrl } = await aLimitedSite()
  const forged = () => callerAt(baseUrl, `${Math.random()}.b.c`).fetch('/api/account')
  expect((await calls(callsPerMinute + 1, forged)).at(-1)).toBe(429)
  expect((await callerAt(baseUrl, null).fetch('/api/account')).status).toBe(429)
})

test('what is called in one process counts in the others within seconds', async () => {
  const { sql, deps } = tenant.world
  const minute = Date.now()
  const [one, other] = [await aLimitedSite({}, minute), await aLimitedSite({}, minute)]
  for (const { counts } of [one, other]) closeAfterwards(shareCounts(counts, sql, deps.log).stop)
  const first = callerAt(one.baseUrl, tenant.buyer.token)
  const second = callerAt(other.baseUrl, tenant.buyer.token)
  expect(await calls(callsPerMinute, () => first.fetch('/api/account'))).not.toContain(429)
  // Far fewer calls than another process allows.
  const again = { timeout: 5_000, interval: 500 }
  await expect.poll(async () => (await second.fetch('/api/account')).status, again).toBe(429)
  const [stored] = await sql<{ callers: string[] }[]>`select array_agg(caller) as callers from call_count`
  expect(stored!.callers.join()).not.toContain(tenant.buyer.username)
}, 15_000)

describe('behind a proxy', () => {
  const from = (baseUrl: string, address: string) => () =>
    fetch(`${baseUrl}/api/account`, { headers: { 'x-forwarded-for': address } })
  const lastOf = async (call: () => Promise<Response>) => (await calls(callsPerMinute + 1, call)).at(-1)

  test('that the setting names, each address has calls of its own, also without https', async () => {
    const { baseUrl } = await aLimitedSite({ TRUSTED_PROXIES: ['10.0.0.0/8', '127.0.0.1'] })
    expect(await lastOf(from(baseUrl, '203.0.113.7'))).toBe(429)
    expect((await from(baseUrl, '203.0.113.8')()).status).toBe(401)
    // A forged address does not help: the first untrusted hop counts.
    expect((await from(baseUrl, '203.0.113.99, 203.0.113.7, 10.1.2.3')()).status).toBe(429)
  })

  test('of IPv6 addresses a whole line, /64, is one caller', async () => {
    const { baseUrl } = await aLimitedSite({ TRUSTED_PROXIES: ['127.0.0.1'] })
    const hosts = new Array(100).keys()
    expect(await lastOf(() => from(baseUrl, `2001:db8::${hosts.next().value}`)())).toBe(429)
    expect((await from(baseUrl, '2001:db8:0:1::1')()).status).toBe(401)
  })

  test.each([
    ['nobody is believed where no setting says so', {}],
    ['another one is not believed', { TRUSTED_PROXIES: ['10.0.0.5'] }],
  ])('%s', async (_name, settings) => {
    const { baseUrl } = await aLimitedSite(settings)
    const hosts = new Array(100).keys()
    expect(await lastOf(() => from(baseUrl, `203.0.113.${hosts.next().value}`)())).toBe(429)
  })

  test('the nearest is believed where visitors come by https', async () => {
    const { baseUrl } = await aLimitedSite({ PUBLIC_URL: 'https://registry.example.org' })
    const hosts = new Array(100).keys()
    expect(await lastOf(() => from(baseUrl, `203.0.113.${hosts.next().value}`)())).toBe(401)
  })

  test('only the Host header selects the registry', async () => {
    const { world } = tenant
    await world.sql`insert into tenant_host (tenant_id, host) values (${tenant.tenant.id}, 'other.example.org')`
    const { baseUrl } = await aLimitedSite({ TRUSTED_PROXIES: ['127.0.0.1'] })
    const settings = async (headers: Record<string, string>) =>
      (await fetch(`${baseUrl}/config.json`, { headers })).json()
    const forwarded = { 'x-forwarded-host': 'other.example.org', 'x-forwarded-for': '203.0.113.7' }
    expect(await settings(forwarded)).toMatchObject({ tenantId: world.config.TENANT_ID })
  })
})
