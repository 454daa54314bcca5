import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import { startChain } from '#embedded/chain.ts'
import { connectChain } from '#server/infra/chain/chain.ts'
import type { Database, Sql } from '#server/infra/db/database.ts'
import { startSettlement } from '#server/units/settlement/settlement.ts'
import type { Bench, BenchDatabase, Measure } from './bench.ts'
import { lineOf, paired, type Round } from './paired.ts'

const claims = 10_000
const confirmations = 1

/**
 * Claims through the embedded chain until confirmation, against a bare script that sends the same signed batches to
 * such a node and polls the last receipt.
 */
export const settlement: Measure = {
  name: 'settlement',
  run: (bench) => bench.inDatabase((database) => measured(bench, database)),
}

async function measured({ folder, postgresPid }: Bench, { sql, tenantId }: BenchDatabase) {
  const log = () => {}
  const [chain, bare] = await Promise.all(
    ['settled', 'bare'].map((name) => startChain({ dataDir: join(folder, name), log })),
  )
  const settling = startSettlement({
    sql,
    chain: connectChain({ rpcUrl: chain!.rpcUrl, operatorKey: chain!.operatorKey, confirmations }),
    log: { info: log, warn: console.warn, error: console.error },
    now: () => new Date(),
    config: { PUBLIC_URL: 'http://127.0.0.1' },
  })
  try {
    await issue(sql, tenantId)
    await allConfirmed(sql)
    // Both chains get transactions of the same operator, who needs coins on both.
    const [{ signer } = { signer: '' }] = await sql<{ signer: string }[]>`select signer from chain_transaction limit 1`
    await ask(bare!.rpcUrl, 'anvil_setBalance', signer, '0xd3c21bcecceda1000000')
    let round = 0
    const found = await paired(postgresPid, {
      ours: { name: 'settlement', round: async () => settleClaims(sql, tenantId, round++, settling.wake) },
      limit: { name: 'a bare script, the same batches,', round: () => feed(sql, bare!.rpcUrl) },
    })
    return [lineOf('settlement of claims through the embedded chain', { atLeast: 0.7 }, found)]
  } finally {
    await settling.stop()
    await Promise.all([chain!.stop(), bare!.stop()])
  }
}

async function issue(sql: Database, tenantId: string): Promise<void> {
  await sql.unsafe(`
    insert into account (tenant_id, id, name, kind, status) values ('${tenantId}', 'maker', 'Maker', 'proponent', 'active');
    insert into project (tenant_id, id, account_id, number, name, status, country)
    values ('${tenantId}', 'p', 'maker', 1, 'Mangroves', 'active', 'KE');
    insert into asset (tenant_id, id, project_id, vintage, batch, country, verified_quantity, issued)
    select '${tenantId}', 'asset-' || n, 'p', '[2024-01-01,2025-01-01)', n, 'KE', 1000000, 1000000 from generate_series(0, 99) n;
    insert into transaction (tenant_id, id, type, to_account, quantity, actor)
    select '${tenantId}', 'mint-' || n, 'mint', 'maker', 1000000, 'bench' from generate_series(0, 99) n;
    insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, to_account, to_state)
    select '${tenantId}', 'mint-' || n, 1, 'asset-' || n, '[1,1000001)', 'maker', 'held' from generate_series(0, 99) n;`)
  await due(sql, 'mint-%')
}

async function settleClaims(sql: Database, tenantId: string, round: number, wake: () => void): Promise<Round> {
  const from = round * claims
  await sql.begin(async (tx) => {
    await tx`
      insert into transaction (tenant_id, id, type, from_account, quantity, actor, document_hash)
      select ${tenantId}, 'claim-' || n, 'claim', 'maker', 1, 'bench', sha256(n::text::bytea)
      from generate_series(${from}::int, ${from + claims - 1}::int) n`
    await tx`
      insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, from_account, from_state, to_account, to_state)
      select ${tenantId}, 'claim-' || n, 1, 'asset-' || n % 100, int8range(1 + n / 100, 2 + n / 100), 'maker', 'held', 'maker', 'retired'
      from generate_series(${from}::int, ${from + claims - 1}::int) n`
    await due(tx, 'claim-%')
  })
  const startedAt = performance.now()
  wake()
  await allConfirmed(sql)
  return { calls: claims, seconds: (performance.now() - startedAt) / 1_000 }
}

/** Enqueues movements for settlement, as the ledger does. */
async function due(sql: Sql, ids: string): Promise<void> {
  await sql`
    insert into settlement (tenant_id, transaction_id, sequence)
    select tenant_id, id, sequence from transaction t
    where id like ${ids} and not exists (select from settlement s where s.tenant_id = t.tenant_id and s.transaction_id = t.id)`
}

async function allConfirmed(sql: Database): Promise<void> {
  const done = new EventTarget()
  const look = async () => {
    const [open] = await sql`select from settlement where state <> 'confirmed' limit 1`
    if (!open) done.dispatchEvent(new Event('done'))
  }
  const isDone = once(done, 'done')
  const unlisten = await sql.listen('settlement_changed', look, look)
  await isDone
  await unlisten()
}

let fed = 0n

/** Sends this node's missing transactions and waits for the last one's block. */
async function feed(sql: Database, rpcUrl: string): Promise<Round> {
  const rows = await sql<{ raw: string; hash: string; nonce: bigint; movements: number }[]>`
    select '0x' || encode(s.raw, 'hex') as raw, s.hash, t.nonce,
      (select count(*)::int from settlement m where m.chain_transaction_id = t.id) as movements
    from chain_signature s join chain_transaction t on t.id = s.chain_transaction_id
    where t.nonce >= ${fed} and s.ordinal = 0 order by t.nonce`
  const startedAt = performance.now()
  for (const { raw } of rows) await ask(rpcUrl, 'eth_sendRawTransaction', raw)
  const last = rows.at(-1)
  while ((await ask(rpcUrl, 'eth_getTransactionReceipt', last?.hash)) === null) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const seconds = (performance.now() - startedAt) / 1_000
  fed = (last?.nonce ?? fed) + 1n
  return { calls: rows.reduce((sum, { movements }) => sum + movements, 0), seconds }
}

const reply = z.object({ result: z.unknown(), error: z.object({ message: z.string() }).optional() })

async function ask(rpcUrl: string, method: string, ...params: unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = reply.parse(await response.json())
  if (error) throw new Error(error.message)
  return result
}
