import { createServer } from 'node:net'
import { beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#embedded/free-port.ts'
import { connectChain } from '#server/infra/chain/chain.ts'
import { readConfig } from '#server/infra/config.ts'
import { connectDatabase } from '#server/infra/db/database.ts'
import { openIncident, readServiceStatus, updateIncident } from '#shared/contract/service-status.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aProxy } from '#tests/kit/proxy.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { serviceStatusWith } from './service-status.ts'

let tenant: TenantOfTest
beforeAll(async () => {
  tenant = await aTenant()
})

type Given = Partial<TenantOfTest['world']['deps']>

/** Of the tenant's world, with some parts replaced. */
async function statesWith(given: Given): Promise<Record<string, string>> {
  const deps = { ...tenant.world.deps, ...given }
  const { components } = await serviceStatusWith(deps)(deps, tenant.tenant.id)
  return Object.fromEntries(components.map(({ component, state }) => [component, state]))
}

const allWork = {
  web: 'works',
  database: 'works',
  ledger: 'works',
  settlement: 'works',
  files: 'works',
  signIn: 'works',
}

test('everything works for anybody to read, and mail is absent where none is set up', async () => {
  const { visitor, world } = tenant
  const { transaction } = await anIssuedAsset(tenant, { quantity: 10 })
  await world.settled(transaction.transactionId)
  const found = await visitor.call(readServiceStatus, { query: { tenantId: tenant.tenant.id } })
  expect(Object.fromEntries(found.components.map(({ component, state }) => [component, state]))).toMatchObject({
    ...allWork,
    signIn: expect.any(String),
    mail: 'absent',
  })
  expect(found.contracts).toEqual([
    {
      chainId: 31337,
      address: expect.stringMatching(/^0x/),
      isEarlier: false,
      fromBlock: expect.any(Number),
      lastBlock: expect.any(Number),
    },
  ])
})

test('a movement that differs from its hash limits the ledger, and anybody reads which one', async () => {
  const { world, visitor, tenant: registry } = tenant
  const { transaction } = await anIssuedAsset(tenant, { quantity: 10 })
  const { transactionId } = transaction
  await world.sql`
    insert into ledger_verification (tenant_id, whole_at, at, movements, last_hash, fault_sequence, fault_transaction, fault_of)
    values (${registry.id}, now(), now(), 0, sha256(''), 1, ${transactionId}, 'link')
    on conflict (tenant_id) do update set movements = 0, fault_sequence = 1, fault_transaction = excluded.fault_transaction,
      fault_of = 'link'`
  const { components, verification } = await visitor.call(readServiceStatus, { query: { tenantId: registry.id } })
  expect(components).toContainEqual({ component: 'ledger', state: 'limited', hasIncident: false })
  expect(verification).toMatchObject({ movements: 0, fault: { sequence: 1, transactionId, of: 'link' } })
  await world.sql`delete from ledger_verification where tenant_id = ${registry.id}`
})

test('a chain that does not answer stops settlement alone', async () => {
  const rpcUrl = `http://127.0.0.1:${await freePort()}`
  const chain = connectChain({ rpcUrl, operatorKey: `0x${'1'.repeat(64)}`, confirmations: 1, explorerUrl: null })
  expect(await statesWith({ chain })).toMatchObject({ ...allWork, settlement: 'away', signIn: expect.any(String) })
})

test('a mail server that hangs up is away', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  closeAfterwards(async () => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const config = readConfig({ DATA_DIR: tenant.world.config.DATA_DIR, SMTP_URL: `smtp://127.0.0.1:${port}` })
  expect(await statesWith({ config })).toMatchObject({ mail: 'away', database: 'works' })
})

test('without the database the page says what it can, for a registry that it remembers', async () => {
  const { world } = tenant
  const lookups = connectDatabase(world.config.DATABASE_URL ?? '', { max: 1 })
  const deps = { ...world.deps, sql: lookups, lookups, checkDatabase: async () => void (await lookups`select 1`) }
  const status = serviceStatusWith(deps)
  await status(deps, tenant.tenant.id)
  await lookups.end()
  vi.useFakeTimers({ toFake: ['performance'] })
  closeAfterwards(async () => void vi.useRealTimers())
  vi.advanceTimersByTime(60_000)
  const { components, reconciliation } = await status(deps, tenant.tenant.id)
  expect(components.filter(({ state }) => state === 'away').map(({ component }) => component)).toEqual(
    expect.arrayContaining(['database', 'ledger']),
  )
  expect(components).toContainEqual({ component: 'web', state: 'works', hasIncident: false })
  expect(components).toContainEqual({ component: 'settlement', state: 'unknown', hasIncident: false })
  expect(reconciliation).toBeNull()
})

test('a registry where ledger and chain disagree issues nothing, and says so', async () => {
  const { sql } = tenant.world
  await sql`
    insert into reconciliation (tenant_id, chain_id, block_number, assets, balances, agreed)
    values (${tenant.tenant.id}, 1, 1, 1, 1, false)`
  expect(await statesWith({})).toMatchObject({ ledger: 'limited', database: 'works' })
})

test('a database that hangs is away in bounded time', async () => {
  const { world } = tenant
  const proxy = await aProxy(world.config.DATABASE_URL ?? '')
  const lookups = connectDatabase(proxy.url, { max: 2, answerTimeoutMs: 200 })
  closeAfterwards(() => lookups.end())
  const deps = { ...world.deps, sql: lookups, lookups, checkDatabase: async () => void (await lookups`select 1`) }
  const status = serviceStatusWith(deps)
  await status(deps, tenant.tenant.id)
  proxy.fallSilent()
  const { components } = await status(deps, tenant.tenant.id)
  expect(components.find(({ component }) => component === 'database')).toEqual({
    component: 'database',
    state: 'away',
    hasIncident: false,
  })
})

test('a part is said to have an incident until the incident is resolved', async () => {
  const { tenantAdmin, visitor, tenant: own } = await aTenant({ world: tenant.world })
  const partsWith = async () => {
    const { components } = await visitor.call(readServiceStatus, { query: { tenantId: own.id } })
    return components.filter(({ hasIncident }) => hasIncident).map(({ component }) => component)
  }
  const { incidentId } = await tenantAdmin.call(openIncident, {
    body: { title: 'Slow', affected: ['mail', 'files'], state: 'investigating', words: 'We look.' },
  })
  expect(await partsWith()).toEqual(['mail', 'files'])
  await tenantAdmin.call(updateIncident, { params: { incidentId }, body: { state: 'resolved', words: 'Over.' } })
  expect(await partsWith()).toEqual([])
})
