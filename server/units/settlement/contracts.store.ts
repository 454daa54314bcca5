import type { Address, Hex } from '#server/infra/chain/derive.ts'
import type { Sql } from '#server/infra/db/database.ts'
import { hexOf } from './settlement.store.ts'

/**
 * `current` is the one of settlement, `earlier` ones were left by a move, `newer` takes the holdings of one, `given up` was
 * to take them. `lastBlock`: the newest chain block with a transaction of ours for it.
 */
export type KnownContract = {
  chainId: number
  address: Address
  role: 'current' | 'earlier' | 'newer' | 'given up'
  fromBlock: bigint
  lastBlock: bigint
}

/** A chain has few. */
const mostContracts = 100

/** All in blocks of the chain, newest first. */
export async function knownContracts(sql: Sql): Promise<KnownContract[]> {
  const rows = await sql<(Omit<KnownContract, 'chainId'> & { chainId: bigint })[]>`
    select d.chain_id as "chainId", d.contract as address, d.block_number as "fromBlock", l.number as "lastBlock",
      case
        when m.state = 'moving' then 'newer'
        when m.state in ('returning', 'returned') then 'given up'
        when exists (select from contract_move o where o.chain_id = d.chain_id and o.from_contract = d.contract and o.state = 'done')
          then 'earlier'
        else 'current'
      end as role
    from chain_transaction d
    left join contract_move m on m.id = d.move_id
    cross join lateral (
      select max(t.block_number) as number from chain_transaction t
      where t.chain_id = d.chain_id and t.contract = d.contract and t.succeeded) l
    where d.purpose = 'deployment' and d.succeeded
    order by d.move_id desc nulls last limit ${mostContracts}`
  return rows.map((row) => ({ ...row, chainId: Number(row.chainId) }))
}

/** The signed deployment of a contract. Null of an unknown one. */
export async function deploymentOf(sql: Sql, chainId: number, contract: Address): Promise<Hex | null> {
  const [row] = await sql<{ raw: Buffer }[]>`
    select g.raw from chain_transaction d join chain_signature g on g.chain_transaction_id = d.id and g.ordinal = 0
    where d.chain_id = ${chainId} and d.contract = ${contract} and d.purpose = 'deployment' and d.succeeded`
  return row ? hexOf(row.raw) : null
}
