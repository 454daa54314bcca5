import type { Block, Receipt } from '#server/infra/chain/chain.ts'
import type { Address, Hex } from '#server/infra/chain/derive.ts'
import type { Signed } from '#server/infra/chain/sign.ts'
import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { bytesOf, hexOf } from './settlement.store.ts'

type Purpose = 'deployment' | 'batch' | 'anchor' | 'move' | 'pause' | 'resume'

export type OpenChainTransaction = {
  id: Hex
  nonce: bigint
  purpose: Purpose
  contract: Address
  state: 'signed' | 'mined'
  succeeded: boolean | null
  blockNumber: bigint | null
  hash: Hex | null
  /** A failed batch whose movements or holdings were released; a void transaction uses up its nonce. */
  isAbandoned: boolean
  /** Oldest first. */
  signatures: Signature[]
}

export type Signature = { hash: Hex; maxFeePerGas: bigint; signedAtBlock: bigint; isVoid: boolean }

export type NewChainTransaction = {
  id: Hex
  chainId: number
  signer: Address
  nonce: bigint
  purpose: Purpose
  contract: Address
  /** Of a move to a newer contract. */
  moveId?: bigint | undefined
}

/** Fails if the nonce is in use, which keeps two settlers apart. */
export async function insertChainTransaction(
  tx: Sql,
  made: NewChainTransaction,
  signed: Signed,
  head: bigint,
): Promise<void> {
  await tx`
    insert into chain_transaction (id, chain_id, signer, nonce, purpose, contract, move_id)
    values (${made.id}, ${made.chainId}, ${made.signer}, ${made.nonce}, ${made.purpose}, ${made.contract},
      ${made.moveId ?? null})`
  await insertSignature(tx, made.id, signed, { head, isVoid: false })
}

export async function insertSignature(
  tx: Sql,
  id: Hex,
  signed: Signed,
  { head, isVoid }: { head: bigint; isVoid: boolean },
): Promise<void> {
  await tx`
    insert into chain_signature (hash, chain_transaction_id, ordinal, raw, max_fee_per_gas, signed_at_block, is_void)
    select ${signed.hash}, ${id}, count(*), ${bytesOf(signed.raw)}, ${String(signed.maxFeePerGas)}, ${head}, ${isVoid}
    from chain_signature where chain_transaction_id = ${id}`
}

/** Throws if the form is not stored. */
export async function rawOf(sql: Sql, hash: Hex): Promise<Hex> {
  const [row] = await sql<{ raw: Buffer }[]>`select raw from chain_signature where hash = ${hash}`
  if (!row) throw new Error(`No signed transaction ${hash} is stored.`)
  return hexOf(row.raw)
}

/** Lowest nonce first. */
export async function openChainTransactions(
  sql: Sql,
  chainId: number,
  signer: Address,
  limit: number,
): Promise<OpenChainTransaction[]> {
  type Row = Omit<OpenChainTransaction, 'signatures'> & {
    signatures: { hash: Hex; maxFeePerGas: string; signedAtBlock: string; isVoid: boolean }[]
  }
  const rows = await sql<Row[]>`
    select t.id, t.nonce, t.purpose, t.contract, t.state, t.succeeded, t.block_number as "blockNumber", t.hash,
      t.purpose in ('batch', 'move') and not exists (select from settlement s where s.chain_transaction_id = t.id)
        and not exists (select from contract_holding h where h.chain_transaction_id = t.id) as "isAbandoned",
      (select jsonb_agg(jsonb_build_object('hash', g.hash, 'maxFeePerGas', g.max_fee_per_gas::text,
        'signedAtBlock', g.signed_at_block::text, 'isVoid', g.is_void) order by g.ordinal) from chain_signature g where g.chain_transaction_id = t.id) as signatures
    from chain_transaction t
    where t.chain_id = ${chainId} and t.signer = ${signer} and t.state in ('signed', 'mined')
    order by t.nonce limit ${limit}`
  return rows.map(({ signatures, ...row }) => ({
    ...row,
    signatures: signatures.map((form) => ({
      ...form,
      maxFeePerGas: BigInt(form.maxFeePerGas),
      signedAtBlock: BigInt(form.signedAtBlock),
    })),
  }))
}

/** `signed`: in no chain block. `mined`: not deep enough. */
export async function countOpen(
  sql: Sql,
  chainId: number,
  signer: Address,
): Promise<{ signed: number; mined: number }> {
  const [row] = await sql<{ signed: bigint; mined: bigint }[]>`
    select count(*) filter (where state = 'signed') as signed, count(*) filter (where state = 'mined') as mined
    from chain_transaction where chain_id = ${chainId} and signer = ${signer} and state in ('signed', 'mined')`
  return { signed: Number(row?.signed ?? 0n), mined: Number(row?.mined ?? 0n) }
}

/** Above all our nonces, and not below `used`, the chain's count. */
export async function freeNonce(sql: Sql, chainId: number, signer: Address, used: bigint): Promise<bigint> {
  const [row] = await sql<{ nonce: bigint }[]>`
    select greatest(max(nonce) + 1, ${used}::bigint) as nonce
    from chain_transaction where chain_id = ${chainId} and signer = ${signer}`
  return row?.nonce ?? used
}

/**
 * `minedIn` is null while no chain block has the contract. From the chain block `completeIn` on, it has all holdings that
 * moved to it.
 */
export type Contract = { address: Address; deployer: Address; minedIn: bigint | null; completeIn: bigint | null }

const deployed = (sql: Sql, chainId: number, isOne: Fragment, limit: number) => sql<Contract[]>`
  select d.contract as address, d.signer as deployer,
    case when d.state in ('mined', 'final') then d.block_number end as "minedIn",
    case when d.state in ('mined', 'final') and h.waiting = 0 then coalesce(h.last, d.block_number) end as "completeIn"
  from chain_transaction d
  left join contract_move m on m.id = d.move_id
  cross join lateral (
    select count(*) filter (where t.state = 'signed') as waiting, max(t.block_number) as last
    from chain_transaction t
    where t.move_id = d.move_id and t.purpose = 'move' and t.contract = d.contract and t.state <> 'displaced'
  ) h
  where d.chain_id = ${chainId} and d.purpose = 'deployment' and d.state <> 'displaced'
    and d.succeeded is distinct from false and ${isOne}
  order by d.move_id desc nulls last limit ${limit}`

/** The one that settlement uses. Null if no deployment was ever signed. */
export async function contractOf(sql: Sql, chainId: number): Promise<Contract | null> {
  const [row] = await deployed(sql, chainId, sql`(d.move_id is null or m.state = 'done')`, 1)
  return row ?? null
}

/** The contract to which a move takes the holdings. Null before its deployment is signed. */
export async function contractOfMove(sql: Sql, chainId: number, moveId: bigint): Promise<Contract | null> {
  const [row] = await deployed(sql, chainId, sql`d.move_id = ${moveId}`, 1)
  return row ?? null
}

/** A chain has few. */
const mostContracts = 1_000

/** All that we deployed, newest first. */
export async function contractsOn(sql: Sql, chainId: number): Promise<Address[]> {
  return (await deployed(sql, chainId, sql`true`, mostContracts)).map(({ address }) => address)
}

export async function knownBatches(sql: Sql, ids: readonly Hex[]): Promise<Hex[]> {
  return (await sql<{ id: Hex }[]>`select id from chain_transaction where id = any (${ids})`).map(({ id }) => id)
}

/** Batches that the contract executed and this database lacks. */
export async function countUnknownBatches(sql: Sql, chainId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(distinct operation_id)::int as count from chain_event where chain_id = ${chainId} and is_unknown`
  return row?.count ?? 0
}

/** Another chain with settled movements, or null. */
export async function otherChain(sql: Sql, chainId: number): Promise<bigint | null> {
  const [row] = await sql<{ chainId: bigint }[]>`
    select c.id as "chainId" from (
      select min(chain_id) as id from chain_transaction union all select max(chain_id) from chain_transaction) c
    where c.id <> ${chainId} limit 1`
  return row?.chainId ?? null
}

export async function markMined(
  tx: Sql,
  id: Hex,
  { hash, succeeded, blockNumber, blockHash, gasUsed }: Receipt,
): Promise<void> {
  await tx`
    update chain_transaction set state = 'mined', succeeded = ${succeeded}, hash = ${hash}, block_number = ${blockNumber},
      block_hash = ${blockHash}, gas_used = ${gasUsed}, updated_at = now()
    where id = ${id} and state = 'signed'`
}

export async function markFinal(tx: Sql, id: Hex): Promise<void> {
  await tx`update chain_transaction set state = 'final', updated_at = now() where id = ${id} and state = 'mined'`
}

export async function markDisplaced(tx: Sql, id: Hex): Promise<void> {
  await tx`update chain_transaction set state = 'displaced', updated_at = now() where id = ${id} and state = 'signed'`
}

/**
 * Deletes chain blocks above `ancestor` with their events; our chain transactions in them become signed again, their
 * movements submitted. Returns how many.
 */
export async function forgetChainBlocksAbove(tx: Sql, chainId: number, ancestor: bigint): Promise<number> {
  await tx`delete from chain_block where chain_id = ${chainId} and number > ${ancestor}`
  await tx`delete from chain_event where chain_id = ${chainId} and block_number > ${ancestor}`
  await tx`
    update settlement s set state = 'submitted', updated_at = now()
    from chain_transaction t
    where t.id = s.chain_transaction_id and t.chain_id = ${chainId} and t.block_number > ${ancestor} and s.state = 'confirmed'`
  const lost = await tx`
    update chain_transaction set state = 'signed', succeeded = null, hash = null, block_number = null, block_hash = null,
      gas_used = null, updated_at = now()
    where chain_id = ${chainId} and block_number > ${ancestor}`
  return lost.count
}

/** The chain transaction whose events show the batch, or null. */
export async function chainTransactionOfBatch(sql: Sql, operationId: Hex): Promise<Hex | null> {
  const [row] = await sql<{ hash: Hex }[]>`
    select transaction_hash as hash from chain_event where operation_id = ${operationId} limit 1`
  return row?.hash ?? null
}

export async function newestChainBlock(sql: Sql, chainId: number): Promise<{ number: bigint; hash: Hex } | null> {
  const [row] = await sql<{ number: bigint; hash: Hex }[]>`
    select number, hash from chain_block where chain_id = ${chainId} order by number desc limit 1`
  return row ?? null
}

export async function seenChainBlocks(
  sql: Sql,
  chainId: number,
  under: bigint,
  limit: number,
): Promise<{ number: bigint; hash: Hex }[]> {
  return sql<{ number: bigint; hash: Hex }[]>`
    select number, hash from chain_block where chain_id = ${chainId} and number < ${under} order by number desc limit ${limit}`
}

export async function insertChainBlocks(tx: Sql, chainId: number, blocks: readonly Block[]): Promise<void> {
  for (const { number, hash, parentHash, at } of blocks) {
    await tx`
      insert into chain_block (chain_id, number, hash, parent_hash, at)
      values (${chainId}, ${number}, ${hash}, ${parentHash}, ${at}) on conflict do nothing`
  }
}

/** A pass looks only this far down: older blocks were examined. */
const prunedBlocks = 4_096n

/** Keeps blocks with our transactions or events, and the oldest. */
export async function pruneChainBlocks(tx: Sql, chainId: number, below: bigint): Promise<void> {
  await tx`
    delete from chain_block b
    where b.chain_id = ${chainId} and b.number < ${below} and b.number >= ${below - prunedBlocks}
      and b.number > (select min(o.number) from chain_block o where o.chain_id = ${chainId})
      and not exists (select from chain_transaction t where t.chain_id = b.chain_id and t.block_number = b.number)
      and not exists (select from chain_event e where e.chain_id = b.chain_id and e.block_number = b.number)`
}
