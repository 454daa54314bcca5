import type { Sql } from '#server/infra/db/database.ts'
import type { BenchDatabase } from './bench.ts'
import { inBulk } from './growth.ts'

/** Every account holds every asset in one block. */
export type Stock = { accounts: string[]; assets: string[] }

const accountsOf = 1_000
/** More than any measurement moves. */
const held = 1_000_000

/** Grows `rows` blocks and balances, and the limit's tables. */
export async function movementData({ sql, tenantId }: BenchDatabase, rows: number): Promise<Stock> {
  await inBulk(sql, (session, timed) => timed('movements', () => fill(session, tenantId, rows)), console.log)
  const ids = async (table: 'account' | 'asset') =>
    (
      await (table === 'account'
        ? sql<{ id: string }[]>`select id from account order by id`
        : sql<{ id: string }[]>`select id from asset order by id`)
    ).map(({ id }) => id)
  return { accounts: await ids('account'), assets: await ids('asset') }
}

async function fill(sql: Sql, tenantId: string, rows: number): Promise<void> {
  const assetCount = Math.max(1, Math.round(rows / accountsOf))
  await sql`
    insert into account (tenant_id, id, name, kind, status)
    select ${tenantId}, 'account-' || lpad(n::text, 29, '0'), 'Account ' || n, 'buyer', 'active'
    from generate_series(1, ${accountsOf}::int) n`
  await sql`
    insert into app_user (tenant_id, username, account_id, email, groups)
    select tenant_id, 'of-' || id, id, '', array[tenant_id || '|' || id || '|General'] from account where tenant_id = ${tenantId}`
  await sql`
    insert into project (tenant_id, id, account_id, number, name, status, country)
    values (${tenantId}, 'project-1', 'account-' || lpad('1', 29, '0'), 1, 'Mangroves', 'active', 'KE')`
  await sql`
    insert into asset (tenant_id, id, project_id, vintage, batch, country, verified_quantity, issued)
    select ${tenantId}, 'asset-' || lpad(n::text, 30, '0'), 'project-1', '[2024-01-01,2025-01-01)', n, 'KE',
      ${accountsOf * held}, ${accountsOf * held} from generate_series(1, ${assetCount}::int) n`
  await sql`
    insert into transaction (tenant_id, id, type, project_id, to_account, quantity, actor)
    select ${tenantId}, 'mint-' || b.id, 'mint', 'project-1', null, b.issued, 'bench' from asset b`
  await sql`
    insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, to_account, to_state)
    select ${tenantId}, 'mint-' || s.id, row_number() over (partition by s.id order by a.id), s.id,
      int8range(1 + ${held}::bigint * (row_number() over (partition by s.id order by a.id) - 1),
        1 + ${held}::bigint * row_number() over (partition by s.id order by a.id)), a.id, 'held'
    from asset s cross join account a`
  await sql`
    insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id)
    select e.tenant_id, e.asset_id, s.series, e.serials, e.to_account, 'held', e.transaction_id
    from entry e join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id`
  await sql`
    insert into balance (tenant_id, account_id, asset_id, held)
    select tenant_id, to_account, asset_id, ${held} from entry`
  await sql.unsafe(plainTables)
  await sql`insert into plain_balance select tenant_id, account_id, asset_id, held from balance`
  await sql.unsafe('analyze plain_balance')
}

/** The minimum: two balances and a journal row. */
const plainTables = `
  create table plain_balance (
    tenant_id text not null, account_id text not null, asset_id text not null, quantity bigint not null check (quantity >= 0),
    primary key (tenant_id, account_id, asset_id));
  create table plain_journal (
    id bigint generated always as identity primary key, tenant_id text not null, from_account text not null,
    to_account text not null, asset_id text not null, quantity bigint not null, at timestamptz not null default now());
  create function plain_move(p_tenant text, p_from text, p_to text, p_asset text, p_quantity bigint) returns void
  language plpgsql as $$
  begin
    if p_from < p_to then
      update plain_balance set quantity = quantity - p_quantity
      where tenant_id = p_tenant and account_id = p_from and asset_id = p_asset;
      update plain_balance set quantity = quantity + p_quantity
      where tenant_id = p_tenant and account_id = p_to and asset_id = p_asset;
    else
      update plain_balance set quantity = quantity + p_quantity
      where tenant_id = p_tenant and account_id = p_to and asset_id = p_asset;
      update plain_balance set quantity = quantity - p_quantity
      where tenant_id = p_tenant and account_id = p_from and asset_id = p_asset;
    end if;
    insert into plain_journal (tenant_id, from_account, to_account, asset_id, quantity)
    values (p_tenant, p_from, p_to, p_asset, p_quantity);
  end $$`

export const plainMove = { name: 'plain', text: 'select plain_move($1, $2, $3, $4, $5)' }

export function wordsOf(id: string): string {
  return JSON.stringify({
    id,
    beneficiary_kind: 'organisation',
    beneficiary_name: `Beneficiary ${id.slice(0, 8)}`,
    beneficiary_country: 'DE',
    purpose: 'voluntary',
    purpose_detail: '',
    period: null,
    country_of_consumption: null,
    note: '',
    note_is_public: true,
    notify_email: null,
    own_reference: null,
    private_salt: null,
    verify_code: id,
  })
}
