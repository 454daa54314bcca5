import { beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '#shared/rules/permissions.ts'
import { type Cast, type Player, theCast } from '#tests/conformance/cast-of-cells.ts'
import { rows } from '#tests/conformance/cells.ts'
import type { Row } from '#tests/conformance/row.ts'
import { headersOf } from '#tests/conformance/trying.ts'
import { aSite } from '#tests/kit/a-site.ts'

/** Proxies may cache only successful anonymous responses. */
let cast: Cast

beforeAll(async () => {
  cast = await theCast()
}, 120_000)

const reads = rows.filter(({ endpoint }) => endpoint.method === 'GET')
const isForAnybody = ({ endpoint }: Row) => permissions[endpoint.access].visitor !== 'none'

describe('an answer to each role, at what is its own and at what is of another tenant', () => {
  test.each(reads.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const wrong: string[] = []
    for (const player of cast.players) {
      for (const side of [cast.sides[0]!, cast.sides[2]!]) {
        const request = await row.aim(side, player.actor.accountIds[0] ?? null)
        const { status, headers } = await headersOf(player, row, request)
        const isCached = headers.get('cache-control')?.includes('public') ?? false
        const faults = [
          isCached && !mayBeCached(row, player, status) && 'is kept',
          isCached && headers.has('set-cookie') && 'sets a cookie',
          isCached && !/authorization.*host/.test(headers.get('vary') ?? '') && 'does not say what it differs by',
          !isCached && !/no-store/.test(headers.get('cache-control') ?? '') && 'is not forbidden to be kept',
          !isCached && mayBeCached(row, player, status) && !changes(row) && 'could be kept',
        ]
        wrong.push(
          ...faults.flatMap((fault) => (fault ? [`${player.title} at ${side.accountId}: ${status} ${fault}`] : [])),
        )
      }
    }
    expect(wrong).toEqual([])
  })
})

/** Pages poll these reads, or they are streams. */
function changes({ name, endpoint }: Row): boolean {
  return (
    ['readClaim', 'readAuditFile', 'readPublicRecord', 'watchSettlement'].includes(name) ||
    endpoint.name.startsWith('export')
  )
}

function mayBeCached(row: Row, player: Player, status: number): boolean {
  return isForAnybody(row) && player.actor.userId === null && status === 200
}

test('a token that is refused makes an answer private all the same', async () => {
  const { baseUrl, config } = cast.world
  const headers = { authorization: 'Bearer a.b.c' }
  const answer = await fetch(`${baseUrl}/api/projects?tenantId=${config.TENANT_ID}`, { headers })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
})

test('a record is cached once it is confirmed and linked, not before', async () => {
  const { transactionId, tenantId } = cast.sides[0]!
  const cacheControl = async () =>
    (await fetch(`${cast.world.baseUrl}/api/records/${transactionId}?tenantId=${tenantId}`)).headers.get(
      'cache-control',
    )
  await cast.world.settled(transactionId)
  await expect.poll(cacheControl, { timeout: 10_000 }).toContain('s-maxage')
  await cast.world.sql`update settlement set state = 'submitted' where transaction_id = ${transactionId}`
  expect(await cacheControl()).toBe('private, no-store')
})

test('pages and settings of the site are cached by host and language, and a repeated request gets a short answer', async () => {
  const { baseUrl } = await aSite(cast.world)
  const page = await fetch(`${baseUrl}/collection`)
  expect(page.headers.get('cache-control')).toContain('public, max-age=0, s-maxage=')
  expect(page.headers.get('vary')).toMatch(/host.*accept-language/)
  const settings = await fetch(`${baseUrl}/config.json`)
  expect(settings.headers.get('cache-control')).toContain('stale-if-error=')
  const headers = { 'if-none-match': settings.headers.get('etag') ?? '' }
  const again = await fetch(`${baseUrl}/config.json`, { headers })
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, settings.headers.get('cache-control')])
})

test.each(['/api/nothing', '/api/claims/nothing', '/nothing.png', '/healthz', '/identity/forgot'])(
  '%s is kept by nobody',
  async (path) => {
    const { baseUrl } = await aSite(cast.world)
    const { headers } = await fetch(baseUrl + path)
    expect(headers.get('cache-control') ?? '').not.toMatch(/public|s-maxage/)
  },
)
