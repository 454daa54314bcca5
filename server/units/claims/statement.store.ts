import type { Sql } from '#server/infra/db/database.ts'

/** What one account did with units of one project in one year (UTC). */
export type MovedRow = {
  year: number
  projectId: string
  projectName: string
  minted: bigint
  received: bigint
  transferred: bigint
  claimed: bigint
  cancelled: bigint
}

export type HeldRow = { projectId: string; projectName: string; held: bigint }

/** More rows (years times projects) than any account has. */
const maxRows = 20_000

/** What an account did, by year and project; from the entries of the ledger, so that nothing later changes it. */
export async function movedBy(sql: Sql, tenantId: string, accountId: string): Promise<MovedRow[]> {
  return sql<MovedRow[]>`
    with moved as (
      select t.type, t.from_account, extract(year from t.occurred_at at time zone 'UTC')::int as year, e.asset_id,
        upper(e.serials) - lower(e.serials) as units
      from transaction t join entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id
      where t.tenant_id = ${tenantId} and (t.from_account = ${accountId} or t.to_account = ${accountId})
    )
    select m.year, p.id as "projectId", p.name as "projectName",
      coalesce(sum(m.units) filter (where m.type = 'mint'), 0)::bigint as minted,
      coalesce(sum(m.units) filter (where m.type = 'transfer' and m.from_account <> ${accountId}), 0)::bigint as received,
      coalesce(sum(m.units) filter (where m.type = 'transfer' and m.from_account = ${accountId}), 0)::bigint as transferred,
      coalesce(sum(m.units) filter (where m.type = 'claim'), 0)::bigint as claimed,
      coalesce(sum(m.units) filter (where m.type = 'burn'), 0)::bigint as cancelled
    from moved m
    join asset s on s.tenant_id = ${tenantId} and s.id = m.asset_id
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    group by m.year, p.id, p.name
    order by m.year, p.name, p.id limit ${maxRows}`
}

/** What an account holds or has locked now, by project. */
export async function heldBy(sql: Sql, tenantId: string, accountId: string): Promise<HeldRow[]> {
  return sql<HeldRow[]>`
    select p.id as "projectId", p.name as "projectName", sum(b.held + b.locked)::bigint as held
    from balance b
    join asset s on s.tenant_id = b.tenant_id and s.id = b.asset_id
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    where b.tenant_id = ${tenantId} and b.account_id = ${accountId} and b.held + b.locked > 0
    group by p.id, p.name order by p.name, p.id limit ${maxRows}`
}

/** The numbers of an account's claims, oldest first. */
export async function claimNumbersOf(sql: Sql, tenantId: string, accountId: string): Promise<bigint[]> {
  const rows = await sql<{ number: bigint }[]>`
    select number from claim where tenant_id = ${tenantId} and account_id = ${accountId}
    order by number limit ${maxRows}`
  return rows.map((row) => row.number)
}

/** The newest movement that the figures may contain; null before the first one. */
export async function ledgerSequence(sql: Sql, tenantId: string): Promise<bigint | null> {
  const [row] = await sql<{ sequence: bigint | null }[]>`
    select max(sequence) as sequence from transaction where tenant_id = ${tenantId}`
  return row?.sequence ?? null
}
