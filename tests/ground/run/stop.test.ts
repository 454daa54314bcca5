import { expect, inject, test } from 'vitest'
import { pathOf } from '#shared/contract/calls.ts'
import { watchSettlement } from '#shared/contract/transactions.ts'
import { transferUnits } from '#shared/contract/wallet.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { callerAt } from '#tests/kit/person.ts'
import { aFundedKey } from '#tests/kit/world.ts'
import { aDeployment } from '../chaos/deployment.ts'
import { issue, tenantId, tokenOf } from '../chaos/people.ts'

async function aProcess(settings: Record<string, string>) {
  const { chainRpcUrl: rpcUrl } = inject('servers')
  const database = await aDatabase()
  closeAfterwards(database.drop)
  const chain = { rpcUrl, operatorKey: await aFundedKey(rpcUrl) }
  const deployment = await aDeployment({ databaseUrl: database.url, chain, settings })
  closeAfterwards(deployment.stop)
  const [registry] = deployment.registries
  if (!registry) throw new Error('A deployment has a registry.')
  return { registry, sql: database.sql }
}

test('SIGTERM fails readyz first, ends streams, answers the movement under way, and ends with code 0', async () => {
  const { registry, sql } = await aProcess({ DRAIN_SECONDS: '1', CHAIN_CONFIRMATIONS: '1000' })
  const stock = await issue(registry.url, 10)
  const proponent = callerAt(registry.url, await tokenOf('proponent', registry.url))
  const body = { toAccountId: stock.to, items: [{ assetId: stock.assetId, quantity: 1 }] }
  const { transactionId } = await proponent.call(transferUnits, { body })
  const stream = await proponent.fetch(pathOf(watchSettlement, { transactionId }))
  const streamed = stream.text()

  const unlock = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const locking = sql.begin(async (tx) => {
    await tx`select 1 from balance where tenant_id = ${tenantId} and asset_id = ${stock.assetId} for update`
    locked.resolve()
    await unlock.promise
  })
  await locked.promise
  const moved = proponent.call(transferUnits, { body })
  const waiting = async () =>
    (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length
  await expect.poll(waiting, { interval: 20 }).toBe(1)

  registry.signal('SIGTERM')
  const ready = () => fetch(`${registry.url}/readyz`)
  await expect.poll(async () => (await ready()).status, { interval: 20 }).toBe(503)
  const unready = await ready()
  expect(await unready.json()).toMatchObject({ code: 'unavailable', message: 'The registry is stopping.' })
  expect(unready.headers.get('connection')).toBe('close')
  expect((await fetch(`${registry.url}/healthz`)).status).toBe(200)
  expect(await streamed).toContain('retry: 3000')
  unlock.resolve()
  await locking
  expect(await moved).toMatchObject({ quantity: 1 })
  expect(await registry.ended()).toBe(0)
}, 60_000)

test('a second signal ends the process at once, with code 1', async () => {
  const { registry } = await aProcess({ DRAIN_SECONDS: '60' })
  let code: number | null | undefined
  void registry.ended().then((ended) => (code = ended))
  const again = () => {
    if (code === undefined) registry.signal('SIGTERM')
    return code
  }
  await expect.poll(again, { interval: 300, timeout: 10_000 }).toBe(1)
}, 60_000)

test('what nobody catches is logged, and ends the process with code 1', async () => {
  const hook = `process.on('SIGUSR2', () => void Promise.reject(new Error('nobody caught this')))`
  const { registry } = await aProcess({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` })
  registry.signal('SIGUSR2')
  expect(await registry.ended()).toBe(1)
  expect(registry.errors()).toEqual([expect.stringMatching(/"level":60.*nobody caught this/)])
}, 60_000)
