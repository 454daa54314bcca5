import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Program, start } from '#tests/kit/processes.ts'
import {
  aLedgerTenant,
  aSettledLedger,
  type LedgerTenant,
  passUntil,
  reconciled,
  type SettledLedger,
} from '#tests/kit/settled-ledger.ts'
import { lastReconciliation, settlementProgress } from '../../../server/units/settlement/record.ts'
import { changedChannel } from '../../../server/units/settlement/settlement.store.ts'

/** Disturbances in order, a few settlement changes apart. */
const disturbances = ['kill', 'rollback', 'kill', 'lose', 'restart', 'kill'] as const
const changesBetween = 3

const settlers: Program[] = []
afterEach(() => {
  for (const settler of settlers.splice(0)) settler.process.kill('SIGKILL')
})

function aSettler({ databaseUrl, node }: SettledLedger): Program {
  const program = `
    import { connectChain } from '#server/infra/chain/chain.ts'
    import { connectDatabase } from '#server/infra/db/database.ts'
    import { startSettlement } from '#server/units/settlement/settlement.ts'
    const [databaseUrl, rpcUrl, operatorKey] = process.argv.slice(1)
    const say = (facts, message) => console.log(message)
    startSettlement({
      sql: connectDatabase(databaseUrl, { max: 4 }),
      chain: connectChain({ rpcUrl, operatorKey, confirmations: 3 }),
      log: { info: say, warn: say, error: say },
      now: () => new Date(),
    }, { busyMs: 50, idleMs: 500 })`
  const { rpcUrl, operatorKey } = node()
  const args = ['--input-type=module-typescript', '-e', program, databaseUrl, rpcUrl, operatorKey]
  const settler = start(process.execPath, args)
  settlers.push(settler)
  return settler
}

async function killed(settler: Program): Promise<void> {
  settler.process.kill('SIGKILL')
  await settler.ended
}

async function loseChain(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.startsWith('state-')) await rm(join(folder, name))
}

/** Returns the settler that runs afterwards. */
async function disturb(ledger: SettledLedger, what: (typeof disturbances)[number], settler: Program): Promise<Program> {
  if (what === 'rollback') {
    await ledger.rpc('anvil_rollback', 3)
    return settler
  }
  await killed(settler)
  if (what === 'restart') await ledger.restartNode()
  if (what === 'lose') await ledger.restartNode(loseChain)
  return aSettler(ledger)
}

/** Moves units until the returned function is called, which returns the number of movements. */
function keepMoving(tenant: LedgerTenant, assetId: string): () => Promise<number> {
  let isOver = false
  const moving = (async () => {
    let moved = 0
    for (; !isOver; moved += 1) {
      await (moved % 3 === 0 ? tenant.transfer(assetId, 2) : tenant.claim(assetId, 1, { from: 'maker' }))
    }
    return moved
  })()
  return () => {
    isOver = true
    return moving
  }
}

test('kills, lost blocks and lost chains leave every movement on the chain once', async () => {
  const ledger = await aSettledLedger()
  const tenant = await aLedgerTenant(ledger.sql)
  const { assetId } = await tenant.mint(1_000_000)
  let changes = 0
  let wake = () => {}
  const unlisten = await ledger.sql.listen(changedChannel, () => {
    changes += 1
    wake()
  })
  const changesReach = async (count: number) => {
    while (changes < count) await new Promise<void>((resolve) => (wake = resolve))
  }

  let settler = aSettler(ledger)
  const stopMoving = keepMoving(tenant, assetId)
  for (const what of disturbances) {
    await changesReach(changes + changesBetween)
    settler = await disturb(ledger, what, settler)
  }
  await changesReach(changes + changesBetween)
  const moved = await stopMoving()
  await killed(settler)
  await unlisten()

  const progress = () => settlementProgress(ledger.sql, tenant.tenantId)
  await passUntil(ledger, async () => (await progress()).confirmed === moved + 1)
  await reconciled(ledger)
  expect(await lastReconciliation(ledger.sql, tenant.tenantId)).toMatchObject({ agreed: true, mismatches: [] })
}, 90_000)
