import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerCache } from '#server/infra/http/answer-cache.ts'
import { callCounts } from '#server/infra/http/call-counts.ts'
import { listProjects } from '#shared/contract/projects.ts'
import { aSite } from '#tests/kit/a-site.ts'
import { aDraftProject, anApprovedProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { callerAt } from '#tests/kit/person.ts'
import { rawAnswer } from '#tests/kit/raw-answer.ts'
import { aTenant } from '#tests/kit/tenant.ts'

/** The cache holds public data for half a second. */
let tenant: TenantOfTest
let other: TenantOfTest
let list: string
/** The cache's time; tests advance it. */
let clock = 0

beforeAll(async () => {
  tenant = await aTenant()
  other = await aTenant()
  for (const each of [tenant, other]) await anApprovedProject(each)
  list = `/api/projects?tenantId=${tenant.tenant.id}`
})

function aSiteOutOfTime(options: Parameters<typeof aSite>[1] = {}) {
  return aSite(tenant.world, { cache: answerCache(() => clock), ...options })
}

/** Directly in SQL, so that nothing invalidates the cache. */
async function rename(name: string): Promise<void> {
  await tenant.world.sql`update project set name = ${name} where tenant_id = ${tenant.tenant.id}`
}

const namesIn = async (answer: Promise<Response>) => {
  const { items } = listProjects.reply.parse(await (await answer).json())
  return items.map(({ projectName }) => projectName)
}

describe('a list that visitors read', () => {
  test('is answered from memory for half a second, to visitors alone and at that address alone', async () => {
    const { baseUrl } = await aSiteOutOfTime()
    const visitor = callerAt(baseUrl, null)
    await rename('Before')
    expect(await namesIn(visitor.fetch(list))).toEqual(['Before'])
    await rename('After')
    expect(await namesIn(visitor.fetch(list))).toEqual(['Before'])
    expect(await namesIn(visitor.fetch(list, { headers: { cookie: 'a=b', 'accept-language': 'fr' } }))).toEqual([
      'Before',
    ])
    for (const person of [tenant.buyer, tenant.tenantAdmin, other.buyer]) {
      const answer = await callerAt(baseUrl, person.token).fetch(list)
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(await namesIn(Promise.resolve(answer))).toEqual(['After'])
    }
    expect(await namesIn(callerAt(baseUrl, 'no.good.token').fetch(list))).toEqual(['After'])
    expect(await namesIn(visitor.fetch(`${list}&limit=1`))).toEqual(['After'])
    clock += 500
    expect(await namesIn(visitor.fetch(list))).toEqual(['After'])
  })

  test('that only one person may read is not cached for the next visitor', async () => {
    const { baseUrl } = await aSiteOutOfTime()
    await aDraftProject(tenant)
    const all = `${list}&isAdmin=true`
    expect((await namesIn(callerAt(baseUrl, tenant.tenantAdmin.token).fetch(all))).length).toBe(2)
    expect((await callerAt(baseUrl, null).fetch(all)).status).toBe(401)
  })

  test('is another one at another host', async () => {
    const { baseUrl } = await aSiteOutOfTime()
    const { sql } = tenant.world
    await sql`insert into tenant_host (tenant_id, host) values (${other.tenant.id}, 'other.localhost')`
    await sql`update tenant set status = 'suspended' where id = ${other.tenant.id}`
    expect((await fetch(baseUrl + list)).status).toBe(200)
    const atOther = async (headers = {}) =>
      (await rawAnswer(baseUrl + list, { host: 'other.localhost', ...headers })).status
    // Responses to requests with a key are not cached.
    await expect.poll(() => atOther({ 'idempotency-key': 'not kept' })).toBe(404)
    expect(await atOther()).toBe(404)
    expect((await rawAnswer(baseUrl + list, {})).status).toBe(200)
    await sql`update tenant set status = 'active' where id = ${other.tenant.id}`
  })

  test('shows what was changed here at once', async () => {
    clock = 10_000
    const cached = answerCache(() => {
      clock += 0.001
      return clock
    })
    const { baseUrl } = await aSite(tenant.world, { cache: cached })
    const count = async () => (await namesIn(fetch(baseUrl + list))).length
    const before = await count()
    const here = { ...tenant, proponent: at(baseUrl, tenant.proponent), tenantAdmin: at(baseUrl, tenant.tenantAdmin) }
    await anApprovedProject(here)
    expect(await count()).toBe(before + 1)
  })
})

function at(baseUrl: string, person: TenantOfTest['proponent']) {
  return { ...person, ...callerAt(baseUrl, person.token) }
}

describe('an answer from memory', () => {
  test('is the same as the first one, in every encoding, and HEAD has no body', async () => {
    const { baseUrl } = await aSiteOutOfTime()
    const get = async (accept: string, method = 'GET') => {
      const answer = await rawAnswer(baseUrl + list, { 'accept-encoding': accept }, method)
      const { date: _, ...headers } = answer.headers
      return { ...answer, headers }
    }
    const plain = await get('identity')
    expect(await get('identity')).toEqual(plain)
    const [first, br, gzip] = [await get('gzip, deflate, br'), await get('br'), await get('br;q=0, gzip')]
    expect([first, br].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'br'])
    expect(br.body).toEqual(first.body)
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(brotliDecompressSync(br.body)).toEqual(plain.body)
    expect(gunzipSync(gzip.body)).toEqual(plain.body)
    const head = await get('br', 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers).toEqual(br.headers)
    for (const { headers } of [plain, br, gzip]) expect(headers.vary).toBe('authorization, host, accept-encoding')
  })

  test('is short for whoever has it already', async () => {
    const { baseUrl } = await aSiteOutOfTime()
    const { headers } = await rawAnswer(baseUrl + list, {})
    const again = () => rawAnswer(baseUrl + list, { 'if-none-match': headers.etag ?? '' })
    const [cached, alsoCached] = [await again(), await again()]
    clock += 500
    const anew = await again()
    for (const { status, body, headers: answered } of [cached, alsoCached, anew]) {
      expect([status, body.length, answered.etag, answered['cache-control']]).toEqual([
        304,
        0,
        headers.etag,
        headers['cache-control'],
      ])
      expect(answered['content-security-policy']).toBe(headers['content-security-policy'])
    }
    expect((await rawAnswer(baseUrl + list, { 'if-none-match': '"another"' })).status).toBe(200)
  })

  test('counts as a call', async () => {
    const counts = callCounts(() => 60_000)
    const { baseUrl } = await aSiteOutOfTime({ counts, callsPerMinute: 5 })
    const statuses = []
    for (let call = 0; call < 7; call += 1) statuses.push((await fetch(baseUrl + list)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })
})
