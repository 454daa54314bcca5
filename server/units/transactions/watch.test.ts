import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { eventStreams } from '#server/infra/http/event-streams.ts'
import { statements } from '#server/infra/watched/channels.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aWorld } from '#tests/kit/world.ts'
import { watchSettlementOf } from './watch.ts'
import { watchedMovements } from './watched.ts'

const pages = 1_000

test('a change causes one query for a thousand open pages, and all of them receive the event', async () => {
  // Nothing is confirmed, so that no stream ends by itself.
  const tenant = await aTenant({ world: await aWorld({ CHAIN_CONFIRMATIONS: '1000' }) })
  const { deps, sql } = tenant.world
  const { transaction } = await anIssuedAsset(tenant, { quantity: 1 })
  const watched = watchedMovements(deps)
  const streams = eventStreams(deps)
  const open: Promise<string>[] = []
  for (let page = 0; page < pages; page += 1) {
    const reader = aVisitor(tenant.tenant.id, `address ${page % 10}`)
    const openFor = (tenantId: string) => streams.open(tenantId, reader)
    open.push(text(await watchSettlementOf(deps, watched, transaction.transactionId, tenant.tenant.id, openFor)))
  }

  const next = (caller: string) => () => streams.open(tenant.tenant.id, aVisitor(tenant.tenant.id, caller))
  expect(next('address 0')).toThrow('100 pages at your network address wait for news')
  expect(next('another address')).toThrow('Too many pages wait for news here.')

  let changes = 0
  let queries = 0
  const count = (question: unknown) => {
    if (isStatement(question) && question.text.includes("coalesce(s.state, 'recorded') as state")) queries += 1
  }
  const unsubscribe = deps.settlementChanges.subscribe(() => {
    changes += 1
  })
  statements.start.subscribe(count)
  await sql`
    update settlement set state = 'parked', reason = 'tried', chain_transaction_id = null, first_item = null, items = null
    where transaction_id = ${transaction.transactionId}`
  await sql`notify settlement_changed`
  const streamed = await Promise.all(open)
  statements.start.unsubscribe(count)
  unsubscribe()
  streams.stop()

  expect(
    streamed.filter((events) => events.includes('"state":"parked"') && events.includes('event: end')),
  ).toHaveLength(pages)
  expect(queries).toBeGreaterThan(0)
  expect(queries).toBeLessThanOrEqual(changes)
}, 60_000)

function aVisitor(tenantId: string, caller: string) {
  const actor = {
    userId: null,
    tenantId,
    accountIds: [],
    adminOf: [],
    isTenantAdmin: false,
    address: '',
    requestId: '',
  }
  return { caller, person: null, actor }
}

test('a stream ends with the token of its reader', async () => {
  const { world, tenant } = await aTenant()
  const streams = eventStreams(world.deps)
  const person = { subject: 'ada', siteTenantId: null, sessionId: null, expiresAt: Date.now() + 1 }
  const { readable } = streams.open(tenant.id, { ...aVisitor(tenant.id, 'person ada'), person })
  expect(await text(readable)).toBe('retry: 3000\n\n')
  streams.stop()
})

function isStatement(value: unknown): value is { text: string } {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'
}
