import type { Address, Hex } from '#server/infra/chain/derive.ts'
import type { Sql } from '#server/infra/db/database.ts'
import type { Holding } from './plan.ts'
import { notifyOfChange } from './settlement.store.ts'

type MoveState = 'moving' | 'done' | 'returning' | 'returned'

/** Of holdings to a newer contract. `listedAt` is null until they are listed, after which they stay as they are. */
export type Move = { id: bigint; from: Address; state: MoveState; listedAt: Date | null }

/** Null unless settlement waits for one. Holdings of a move that is done are unsent again if the chain lost them for good. */
export async function moveUnderWay(sql: Sql, chainId: number): Promise<Move | null> {
  const [row] = await sql<Move[]>`
    select id, from_contract as "from", state, listed_at as "listedAt" from contract_move m
    where chain_id = ${chainId} and (state in ('moving', 'returning')
      or state = 'done' and exists (select from contract_holding h where h.move_id = m.id and h.chain_transaction_id is null))
    order by id desc limit 1`
  return row ?? null
}

/** Fails if one is under way. */
export async function insertMove(sql: Sql, chainId: number, from: Address, operator: string): Promise<void> {
  await sql`insert into contract_move (chain_id, from_contract, requested_by) values (${chainId}, ${from}, ${operator})`
  await wakeSettler(sql)
}

/** Returns whether there was a move to give up. */
export async function giveMoveUp(sql: Sql): Promise<boolean> {
  const changed = await sql`update contract_move set state = 'returning' where state = 'moving'`
  await wakeSettler(sql)
  return changed.count > 0
}

async function wakeSettler(sql: Sql): Promise<void> {
  await sql`select pg_notify('settlement', '')`
}

/** Throws if an operator gave the move up meanwhile. */
export async function endMove(sql: Sql, { id, state }: Move, end: 'done' | 'returned'): Promise<void> {
  const changed = await sql`
    update contract_move set state = ${end}, ended_at = now() where id = ${id} and state = ${state} and ended_at is null`
  if (changed.count !== 1) throw new Error('The move of holdings was given up.')
  await notifyOfChange(sql)
}

/**
 * Lists what every account has of every asset, as far as it is settled. Returns the number. Nothing may be under way:
 * settled movements are then final. Throws if another settler listed, or an operator gave the move up.
 */
export async function listHoldings(tx: Sql, { id }: Move): Promise<number> {
  const listed = await tx`
    update contract_move set listed_at = now() where id = ${id} and state = 'moving' and listed_at is null`
  if (listed.count !== 1) throw new Error('Another settler listed the holdings, or the move was given up.')
  const holdings = await tx`
    with unsettled as (
      select tenant_id, transaction_id from settlement where state <> 'confirmed'
      union all
      -- What settlement has yet to hear of.
      select u.tenant_id, u.transaction_id from unlinked() u
      where not exists (select from settlement s where s.tenant_id = u.tenant_id and s.transaction_id = u.transaction_id)
    ), part as (
      select e.tenant_id, e.asset_id, e.from_account, e.to_account, e.to_state, upper(e.serials) - lower(e.serials) as units
      from unsettled u join entry e on e.tenant_id = u.tenant_id and e.transaction_id = u.transaction_id
    ), later as (
      select tenant_id, asset_id, account_id, sum(held) as held, sum(retired) as retired, sum(cancelled) as cancelled from (
        select tenant_id, asset_id, to_account as account_id, case when to_state in ('held', 'locked') then units else 0 end as held,
          case to_state when 'retired' then units else 0 end as retired,
          case to_state when 'cancelled' then units else 0 end as cancelled
        from part
        union all
        select tenant_id, asset_id, from_account, -units, 0, 0 from part where from_account is not null
      ) p group by tenant_id, asset_id, account_id
    ), settled as (
      select b.tenant_id, b.asset_id, b.account_id, b.held + b.locked - coalesce(l.held, 0) as held,
        b.retired - coalesce(l.retired, 0) as retired, b.cancelled - coalesce(l.cancelled, 0) as cancelled
      from balance b left join later l using (tenant_id, asset_id, account_id)
    )
    insert into contract_holding (tenant_id, move_id, asset_id, account_id, ordinal, held, retired, cancelled)
    select tenant_id, ${id}, asset_id, account_id, row_number() over (order by tenant_id, asset_id, account_id),
      held, retired, cancelled
    from settled where held + retired + cancelled > 0`
  return holdings.count
}

/** In the order of the list. */
export async function unsentHoldings(sql: Sql, moveId: bigint, limit: number): Promise<Holding[]> {
  return sql<Holding[]>`
    select h.ordinal, h.tenant_id as "tenantId", h.asset_id as "assetId", h.account_id as "accountId",
      a.verified_quantity as cap, h.held, h.retired, h.cancelled
    from contract_holding h join asset a on a.tenant_id = h.tenant_id and a.id = h.asset_id
    where h.move_id = ${moveId} and h.chain_transaction_id is null
    order by h.ordinal limit ${limit}`
}

/** Throws if another settler took one of the holdings. */
export async function markHoldingsSent(
  tx: Sql,
  batchId: Hex,
  moveId: bigint,
  holdings: readonly Holding[],
): Promise<void> {
  const changed = await tx`
    update contract_holding set chain_transaction_id = ${batchId}
    where move_id = ${moveId} and ordinal = any (${holdings.map(({ ordinal }) => String(ordinal))}::bigint[])
      and chain_transaction_id is null`
  if (changed.count !== holdings.length) throw new Error('Another settler took one of these holdings.')
}

/** Of a batch that failed, or whose nonce another transaction used. */
export async function releaseHoldings(tx: Sql, batchId: Hex): Promise<void> {
  await tx`update contract_holding set chain_transaction_id = null where chain_transaction_id = ${batchId}`
}

export type MoveProgress = { state: MoveState; isListed: boolean; holdings: number; sent: number; final: number }

/** Of the last move, or null. */
export async function lastMove(sql: Sql): Promise<MoveProgress | null> {
  const [row] = await sql<MoveProgress[]>`
    select m.state, m.listed_at is not null as "isListed", count(h.ordinal)::int as holdings,
      count(t.id)::int as sent, count(t.id) filter (where t.state = 'final')::int as final
    from (select * from contract_move order by id desc limit 1) m
    left join contract_holding h on h.move_id = m.id
    left join chain_transaction t on t.id = h.chain_transaction_id
    group by m.id, m.state, m.listed_at`
  return row ?? null
}
