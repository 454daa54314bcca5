import { expect, test } from 'vitest'
import { connectDatabase } from '#server/infra/db/database.ts'
import { transferUnits } from '#shared/contract/wallet.ts'
import { Failure } from '#shared/rules/failure.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const movers = 16
const cuts = 5

test('all connections cut under load, five times: 503 meanwhile, and every movement once', async () => {
  const tenant = await aTenant()
  const { world, proponent } = tenant
  const { assetId } = await anIssuedAsset(tenant, { quantity: 100_000 })
  const admin = connectDatabase(world.config.DATABASE_URL!, { max: 1, name: 'the-saw' })
  closeAfterwards(() => admin.end())
  let isOver = false
  let moved = 0
  let refused = 0

  /** Retries one movement under its key until answered. */
  async function moveOnce(key: string): Promise<void> {
    for (;;) {
      try {
        const body = { toAccountId: 'buyer', items: [{ assetId, quantity: 1 }] }
        await proponent.call(transferUnits, { body, headers: { 'idempotency-key': key } })
        moved += 1
        for (const look of looking) look()
        return
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'unavailable') throw error
        refused += 1
      }
    }
  }
  async function move(mover: number) {
    for (let count = 0; !isOver; count += 1) await moveOnce(`${mover}-${count}`)
  }
  const looking = new Set<() => void>()
  const movesReach = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (moved < count) return
        looking.delete(look)
        resolve()
      }
      looking.add(look)
    })

  const moving = Promise.all(Array.from({ length: movers }, (_, mover) => move(mover)))
  for (let cut = 0; cut < cuts; cut += 1) {
    await Promise.race([movesReach(moved + 2 * movers), moving])
    const [sawn] = await admin<{ count: bigint }[]>`
      select count(pg_terminate_backend(pid)) from pg_stat_activity
      where datname = current_database() and application_name <> 'the-saw' and backend_type = 'client backend'`
    expect(sawn!.count).toBeGreaterThan(0n)
    await Promise.race([movesReach(moved + 1), moving])
  }
  isOver = true
  await moving

  expect(refused).toBeGreaterThan(0)
  const [buyer] = await world.sql<{ held: bigint }[]>`
    select held from balance where tenant_id = ${tenant.tenant.id} and account_id = 'buyer' and asset_id = ${assetId}`
  expect(Number(buyer!.held)).toBe(moved)
  expect(await world.sql`select * from ledger_faults(${tenant.tenant.id})`).toHaveLength(0)
}, 60_000)
