import { beforeAll, describe, expect, test } from 'vitest'
import { retryAfter } from '#server/infra/http/errors.ts'
import { readLegacyCertificate } from '#shared/contract/accounts.ts'
import { pathOf } from '#shared/contract/calls.ts'
import { listProjects } from '#shared/contract/projects.ts'
import { transferUnits } from '#shared/contract/wallet.ts'
import { languages } from '#shared/rules/languages.ts'
import { aSite } from '#tests/kit/a-site.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { callerAt } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

/** Under crowds, accepted requests stay fast and others are not affected. */
let tenant: TenantOfTest
let assetId: string
let searches = 0
/** One second, more on a busy machine. */
let withinMs: number
const others = ['/readyz', '/healthz', '/identity/forgot']

beforeAll(async () => {
  tenant = await aTenant()
  assetId = (await anIssuedAsset(tenant, { quantity: 100 })).assetId
  for (const path of others) await timed(tenant.world.baseUrl + path)
  const calm = await Promise.all(others.map((path) => timed(tenant.world.baseUrl + path)))
  withinMs = Math.max(1_000, ...calm.map(({ ms }) => 10 * ms))
})

test('128 visitors whose reads hang: health, sign-in and movements do not wait, and whoever is refused knows when to come back', async () => {
  const { baseUrl } = await aSite(tenant.world)
  await whileListsHang(async () => {
    const crowd = Array.from({ length: 128 }, () => timed(baseUrl + list()))
    const first = await Promise.race(crowd)
    expect([first.status, first.ms < withinMs]).toEqual([503, true])
    const meanwhile = await Promise.all(others.map((path) => timed(baseUrl + path)))
    expect(meanwhile.map(({ status }) => status)).toEqual([200, 200, 200])
    const startedAt = performance.now()
    await tenant.proponent.call(transferUnits, { body: { toAccountId: 'buyer', items: [{ assetId, quantity: 1 }] } })
    expect(Math.max(performance.now() - startedAt, ...meanwhile.map(({ ms }) => ms))).toBeLessThan(withinMs)
    const answers = await Promise.all(crowd)
    expect(answers.filter(({ body }) => body.includes('Too many are asking')).length).toBeGreaterThanOrEqual(60)
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(6_000)
    for (const { status, again } of answers) expect([status, again]).toEqual([503, expect.stringMatching(/^[2-7]$/)])
  })
}, 30_000)

test('48 movements that wait for the same units hold up no health check', async () => {
  const { sql, baseUrl } = tenant.world
  const body = { toAccountId: 'buyer', items: [{ assetId, quantity: 1 }] }
  let moving: Promise<unknown> = Promise.resolve()
  await sql.begin(async (tx) => {
    await tx`select from balance where tenant_id = ${tenant.tenant.id} and asset_id = ${assetId} for update`
    moving = Promise.allSettled(Array.from({ length: 48 }, () => tenant.proponent.call(transferUnits, { body })))
    await expect.poll(waitingFor).toBe(16)
    const { status, ms } = await timed(`${baseUrl}/readyz`)
    expect([status, ms < withinMs]).toEqual([200, true])
  })
  await moving
}, 30_000)

describe('while as many of a kind are at work as may be', () => {
  test('further ones are refused at once, other kinds are let in, and then there is room again', async () => {
    const site = await aSite(tenant.world, { callsWaiting: 0 })
    const visitor = callerAt(site.baseUrl, null)
    const member = callerAt(site.baseUrl, tenant.proponent.token)
    await whileListsHang(async (hanging) => {
      const within = Array.from({ length: 2 }, () => timed(site.baseUrl + list()))
      await expect.poll(hanging).toBe(2)
      const { status, again, ms } = await timed(site.baseUrl + list())
      expect([status, again, ms < withinMs]).toEqual([503, expect.stringMatching(/^[2-7]$/), true])
      const others = [visitor.fetch('/readyz'), member.fetch('/api/account'), visitor.fetch('/identity/forgot')]
      expect((await Promise.all(others)).map((answer) => answer.status)).toEqual([200, 200, 200])
      await member.call(transferUnits, { body: { toAccountId: 'buyer', items: [{ assetId, quantity: 1 }] } })
      await Promise.all(within)
    })
    const query = { tenantId: tenant.tenant.id }
    for (let call = 0; call < 10; call += 1) await visitor.call(listProjects, { query })
  }, 30_000)

  test('of two callers only the one with many requests is turned away', async () => {
    const site = await aSite(tenant.world, { callsWaiting: 8 })
    const [greedy, other] = [tenant.proponent, tenant.buyer].map(({ token }) => callerAt(site.baseUrl, token))
    const answers = { greedy: [] as number[], other: [] as number[] }
    const read = async (who: keyof typeof answers) => {
      const answer = await (who === 'greedy' ? greedy : other)?.fetch(list())
      answers[who].push(answer?.status ?? 0)
    }
    let asking: Promise<unknown> = Promise.resolve()
    await whileListsHang(async (hanging) => {
      const all = Array.from({ length: 20 }, () => read('greedy'))
      await expect.poll(() => answers.greedy.length).toBe(10)
      all.push(...Array.from({ length: 3 }, () => read('other')))
      await expect.poll(() => answers.greedy.length).toBe(12)
      await expect.poll(hanging).toBe(3)
      asking = Promise.all(all)
    })
    await asking
    expect(answers.other).toEqual([200, 200, 200])
    expect(answers.greedy.filter((status) => status === 503)).toHaveLength(12)
    expect(answers.greedy.filter((status) => status === 200)).toHaveLength(8)
  }, 30_000)

  test('seventy statements of one person turn nobody else away, from statements or from lists', async () => {
    const site = await aSite(tenant.world)
    const [greedy, other] = [tenant.proponent, tenant.buyer].map(({ token }) => callerAt(site.baseUrl, token))
    const statements = (caller: typeof greedy, count: number) =>
      Array.from({ length: count }, (_, number) =>
        caller?.fetch(`${pathOf(readLegacyCertificate)}?language=${languages[number % languages.length]}`),
      )
    const crowd = Promise.all(statements(greedy, 70))
    const reads = Array.from({ length: 40 }, () => other?.fetch('/api/account'))
    const theirs = await Promise.all([...statements(other, 3), ...reads])
    expect(new Set(theirs.map((answer) => answer?.status))).toEqual(new Set([200]))
    const statuses = (await crowd).map((answer) => answer?.status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(64)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  }, 60_000)

  test('a body that has not come yet takes nobody’s place', async () => {
    const site = await aSite(tenant.world, { callsWaiting: 0 })
    const slow = Array.from({ length: 60 }, () => new TransformStream<Uint8Array, Uint8Array>())
    const answers = slow.map(({ readable }) =>
      callerAt(site.baseUrl, tenant.proponent.token).fetch('/api/wallet/preview', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: readable,
        duplex: 'half',
      } as RequestInit),
    )
    const begun = slow.map(({ writable }) => writable.getWriter())
    await Promise.all(begun.map((writer) => writer.write(Buffer.from('{'))))
    const member = callerAt(site.baseUrl, tenant.proponent.token)
    await member.call(transferUnits, { body: { toAccountId: 'buyer', items: [{ assetId, quantity: 1 }] } })
    await Promise.all(begun.map((writer) => writer.close()))
    expect((await Promise.all(answers)).map(({ status }) => status)).not.toContain(503)
  })
})

test('callers who were turned away together get different times to retry', () => {
  expect(new Set(Array.from({ length: 100 }, retryAfter)).size).toBeGreaterThan(3)
})

/** A unique list: equal concurrent lists share a query. */
function list(): string {
  searches += 1
  return `/api/projects?tenantId=${tenant.tenant.id}&q=${searches}`
}

/** A lock blocks lists, not movements; `hanging` counts waiting lists. */
async function whileListsHang(work: (hanging: () => Promise<number>) => Promise<void>): Promise<void> {
  const { sql } = tenant.world
  // Fills the caches first.
  await tenant.visitor.call(listProjects, { query: { tenantId: tenant.tenant.id } })
  await sql.begin(async (tx) => {
    await tx`lock table measurement in access exclusive mode`
    await work(async () => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'registry-reads' and wait_event_type = 'Lock'`
      return row?.count ?? 0
    })
  })
}

async function waitingFor(): Promise<number> {
  const [row] = await tenant.world.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'registry' and wait_event_type = 'Lock'`
  return row?.count ?? 0
}

async function timed(address: string) {
  const startedAt = performance.now()
  const answer = await fetch(address)
  const body = await answer.text()
  return { status: answer.status, body, again: answer.headers.get('retry-after'), ms: performance.now() - startedAt }
}
