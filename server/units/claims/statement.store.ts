import type { Sql } from '#server/infra/db/database.ts'
import { isoTime } from '#server/infra/db/times.ts'
import type { Statement } from '#shared/contract/accounts.ts'
import type { Language } from '#shared/rules/languages.ts'

export type Moved = { minted: bigint; received: bigint; transferred: bigint; claimed: bigint; cancelled: bigint }

/** Units of all time, of a year (UTC) or of a project. */
export type MovedRow = Moved & { year: number | null; projectId: string | null }

/** Units by year, by project and in all, from immutable ledger entries. */
export async function movedBy(sql: Sql, tenantId: string, accountId: string): Promise<MovedRow[]> {
  return sql<MovedRow[]>`
    with moved as (
      select t.type, t.from_account, extract(year from t.occurred_at at time zone 'UTC')::int as year, s.project_id,
        upper(e.serials) - lower(e.serials) as units
      from transaction t
      join entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id
      join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
      where t.tenant_id = ${tenantId} and (t.from_account = ${accountId} or t.to_account = ${accountId})
    )
    select m.year, m.project_id as "projectId",
      coalesce(sum(m.units) filter (where m.type = 'mint'), 0)::bigint as minted,
      coalesce(sum(m.units) filter (where m.type = 'transfer' and m.from_account <> ${accountId}), 0)::bigint as received,
      coalesce(sum(m.units) filter (where m.type = 'transfer' and m.from_account = ${accountId}), 0)::bigint as transferred,
      coalesce(sum(m.units) filter (where m.type = 'claim'), 0)::bigint as claimed,
      coalesce(sum(m.units) filter (where m.type = 'burn'), 0)::bigint as cancelled
    from moved m
    group by grouping sets ((), (m.year), (m.project_id))
    order by m.year`
}

export type HeldRow = { projectId: string; held: bigint }

/** Includes locked units. */
export async function heldBy(sql: Sql, tenantId: string, accountId: string): Promise<HeldRow[]> {
  return sql<HeldRow[]>`
    select s.project_id as "projectId", sum(b.held + b.locked)::bigint as held
    from balance b join asset s on s.tenant_id = b.tenant_id and s.id = b.asset_id
    where b.tenant_id = ${tenantId} and b.account_id = ${accountId} and b.held + b.locked > 0
    group by s.project_id`
}

export async function projectNames(sql: Sql, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from project where tenant_id = ${tenantId} and id = any(${[...ids]})`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function claimNumbersOf(
  sql: Sql,
  tenantId: string,
  accountId: string,
  limit: number,
): Promise<{ newest: bigint[]; count: bigint }> {
  const [rows, [all]] = await Promise.all([
    sql<{ number: bigint }[]>`
      select number from claim where tenant_id = ${tenantId} and account_id = ${accountId}
      order by claimed_at desc, id desc limit ${limit}`,
    sql<{ count: bigint }[]>`
      select count(*) as count from claim where tenant_id = ${tenantId} and account_id = ${accountId}`,
  ])
  return { newest: rows.map((row) => row.number), count: all?.count ?? 0n }
}

/** Null without movements. */
export async function ledgerSequence(sql: Sql, tenantId: string): Promise<bigint | null> {
  const [row] = await sql<{ sequence: bigint | null }[]>`
    select max(sequence) as sequence from transaction where tenant_id = ${tenantId}`
  return row?.sequence ?? null
}

/** Movements are immutable: an equal number means equal movements. */
export async function movementsOf(sql: Sql, tenantId: string, accountId: string): Promise<bigint> {
  const [row] = await sql<{ movements: bigint }[]>`
    select (select count(*) from transaction where tenant_id = ${tenantId} and from_account = ${accountId})
      + (select count(*) from transaction where tenant_id = ${tenantId} and to_account = ${accountId}) as movements`
  return row?.movements ?? 0n
}

export type StatementRow = Statement & { fileKey: string }

const columns = (sql: Sql) => sql`
  id as "statementId", language, ${isoTime(sql, sql`as_of`)} as "asOf", verify_code as "verifyCode",
  encode(sha256, 'hex') as sha256, file_key as "fileKey"`

export async function statementsOf(
  sql: Sql,
  tenantId: string,
  accountId: string,
  limit: number,
): Promise<StatementRow[]> {
  return sql<StatementRow[]>`
    select ${columns(sql)} from statement where tenant_id = ${tenantId} and account_id = ${accountId}
    order by as_of desc, id desc limit ${limit}`
}

export async function statementById(
  sql: Sql,
  tenantId: string,
  accountId: string,
  id: string,
): Promise<StatementRow | null> {
  const [row] = await sql<StatementRow[]>`
    select ${columns(sql)} from statement where tenant_id = ${tenantId} and account_id = ${accountId} and id = ${id}`
  return row ?? null
}

/** `about` is the content hash (`aboutOf`). */
export async function statementAbout(
  sql: Sql,
  tenantId: string,
  accountId: string,
  language: Language,
  about: Buffer,
): Promise<StatementRow | null> {
  const [row] = await sql<StatementRow[]>`
    select ${columns(sql)} from statement
    where tenant_id = ${tenantId} and account_id = ${accountId} and language = ${language} and about = ${about}`
  return row ?? null
}

/** Returns false if another process was first. */
export async function saveStatement(
  sql: Sql,
  row: {
    tenantId: string
    id: string
    accountId: string
    language: Language
    about: Buffer
    asOf: string
    verifyCode: string
    fileKey: string
    sha256: Buffer
  },
): Promise<boolean> {
  const { count } = await sql`
    insert into statement (tenant_id, id, account_id, language, about, as_of, verify_code, file_key, sha256)
    values (${row.tenantId}, ${row.id}, ${row.accountId}, ${row.language}, ${row.about}, ${row.asOf}, ${row.verifyCode},
      ${row.fileKey}, ${row.sha256})
    on conflict (tenant_id, account_id, language, about) do nothing`
  return count > 0
}
