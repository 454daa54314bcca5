import type { Sql } from '#server/infra/db/database.ts'
import { isoTime } from '#server/infra/db/times.ts'
import type { Growth } from './growth-projects.ts'

export type Timed = (what: string, work: () => Promise<unknown>) => Promise<void>

/** Claims of a name on average, as in the real export. */
const claimsOfName = 10
const movementsOfBatch = 100

/** Writes staged blocks as recorded, settled and linked movements. */
export async function fillLedger(tx: Sql, growth: Growth, timed: Timed): Promise<void> {
  const { tenant } = growth
  await timed('assets', () => openAssets(tx, tenant))
  await timed('movements', () => stageMovements(tx))
  await timed('claim', () => wordClaims(tx, growth))
  await timed('claim hashes', () => hashClaims(tx, tenant))
  await timed('transaction', async () => {
    await tx`alter table transaction disable trigger user`
    await tx`
      insert into transaction (tenant_id, id, type, project_id, from_account, to_account, quantity, actor, document_hash, occurred_at, created_at)
      select ${tenant}, id, type, project_id, from_account, case when type <> 'claim' then to_account end, quantity, 'grown',
        document_hash, at, at
      from grown_movement order by place`
    await tx`alter table transaction enable trigger user`
  })
  await timed('entry', async () => {
    await tx`
      insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, from_account, from_state, to_account, to_state)
      select ${tenant}, id, 1, asset_id, int8range(first, first + quantity), from_account,
        case when from_account is not null then 'held' end, to_account, to_state
      from grown_movement order by place`
  })
  await timed('block', () => placeBlocks(tx, tenant))
  await timed('balance', () => fillBalances(tx, tenant))
  await timed('settlement', () => settle(tx, tenant))
  await timed('ledger_link', () => link(tx, tenant))
  await timed('tally', () => tally(tx, tenant))
}

async function openAssets(tx: Sql, tenant: string): Promise<void> {
  await tx`
    insert into asset (tenant_id, id, project_id, series, series_name, vintage, batch, country, verified_quantity, issued, created_at)
    select ${tenant}, 'GROWN-' || a.n, p.id, series.number, 'GROWN',
      daterange(make_date(extract(year from a.issued_at)::int - 1, 1, 1), make_date(extract(year from a.issued_at)::int, 1, 1)),
      row_number() over (partition by p.id order by a.issued_at, a.n), coalesce(p.country, 'ZZ'), b.units, b.units, a.issued_at
    from grown_asset a
    join project p on p.tenant_id = ${tenant} and p.number = a.project
    join (select asset, sum(quantity) as units from grown_block group by asset) b on b.asset = a.n,
    (select nextval('series_number') as number) series`
}

/** In time order, up to three per block. */
async function stageMovements(tx: Sql): Promise<void> {
  await tx`
    create temporary table grown_movement as
    select row_number() over (order by at, id) as place, movement.*, ${isoTime(tx, tx`at`)} as iso
    from (
      select 'mint' as type, pg_temp.movement('mint', issued_at, asset) as id, issued_at as at, asset_id, project_id,
        min(first) as first, sum(quantity)::bigint as quantity, null as from_account, developer as to_account,
        'held' as to_state, null::bytea as document_hash, null::bigint as n
      from grown_block group by asset, asset_id, project_id, issued_at, developer
      union all
      select 'transfer', pg_temp.movement('transfer', moved_at, n), moved_at, asset_id, project_id, first, quantity,
        developer, buyer, 'held', null, n
      from grown_block where buyer is not null
      union all
      select 'claim', pg_temp.movement('claim', moved_at, n), moved_at + interval '1 second', asset_id, project_id, first,
        quantity, holder, holder, 'retired', null, n
      from grown_block where is_claimed
    ) movement`
  await tx`analyze grown_movement`
}

async function placeBlocks(tx: Sql, tenant: string): Promise<void> {
  await tx`
    insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id)
    select ${tenant}, b.asset_id, s.series, int8range(b.first, b.first + b.quantity), b.holder,
      case when b.is_claimed then 'retired' else 'held' end,
      case when b.is_claimed then pg_temp.movement('claim', b.moved_at, b.n)
        when b.buyer is not null then pg_temp.movement('transfer', b.moved_at, b.n)
        else pg_temp.movement('mint', b.issued_at, b.asset) end
    from grown_block b join asset s on s.tenant_id = ${tenant} and s.id = b.asset_id
    order by b.n`
}

/** Every account that ever held units has a balance, also of zero. */
async function fillBalances(tx: Sql, tenant: string): Promise<void> {
  await tx`
    insert into balance (tenant_id, account_id, asset_id, held, retired)
    select ${tenant}, account_id, asset_id, sum(held), sum(retired)
    from (
      select holder as account_id, asset_id, case when is_claimed then 0 else quantity end as held,
        case when is_claimed then quantity else 0 end as retired
      from grown_block
      union all
      select developer, asset_id, 0, 0 from grown_block where buyer is not null
    ) part
    group by account_id, asset_id`
}

async function wordClaims(tx: Sql, { tenant, claims }: Growth): Promise<void> {
  const different = Math.max(2, Math.ceil(claims / claimsOfName))
  await tx`
    create temporary table grown_name as
    select n, name, search_words(name) as words
    from generate_series(1, ${different}::int) n,
      lateral (select pg_temp.company(n) || case when n > 999 then ' ' || n else '' end as name) named`
  // The trigger's look-up has no index yet.
  await tx`alter table claim disable trigger user`
  await tx`
    insert into claim (tenant_id, id, transaction_id, project_id, account_id, quantity, beneficiary_kind, beneficiary_name,
      words, purpose, purpose_detail, note, verify_code, claimed_at, created_at, created_by, vintages)
    select ${tenant}, 'claim-' || m.id, m.id, m.project_id, m.from_account, m.quantity,
      case when b.name is null then 'anonymous' else 'organisation' end, coalesce(b.name, ''),
      coalesce(b.words, ''), 'other',
      (array['Other', 'Green-e Climate Certification', 'Retirement for Person or Organization'])[1 + m.n % 3],
      case when pg_temp.share(m.n, 8) < 0.86 then 'Retired for the year ' || left(m.iso, 4) || ', order ' || m.n % 10000 else '' end,
      pg_temp.code(mixed.bits), m.at, m.at, 'grown', array[extract(year from upper(s.vintage) - 1)::smallint]
    from grown_movement m
    join asset s on s.tenant_id = ${tenant} and s.id = m.asset_id
    -- Multiplying by an odd number meets every code of fifty bits once.
    cross join lateral (select ((m.n::numeric * 888888888888877) % 1125899906842624)::bigint as bits offset 0) mixed
    -- A few names are on most claims, and more than half of the claims have none.
    left join grown_name b on pg_temp.share(m.n, 9) < 0.454
      and b.n = floor(exp(pg_temp.share(m.n, 10) * ln(${different}::float8)))::bigint
    where m.type = 'claim'
    order by m.place`
  await tx`alter table claim enable trigger user`
}

/** As the canonical text of docs/proof.md. */
async function hashClaims(tx: Sql, tenant: string): Promise<void> {
  await tx`
    update grown_movement m set document_hash = sha256(convert_to(concat(
      '{"tenantId":', to_json(${tenant}::text), ',"claimId":', to_json(c.id), ',"accountId":', to_json(c.account_id),
      ',"beneficiaryKind":', to_json(c.beneficiary_kind), ',"beneficiary":', to_json(c.beneficiary_name),
      ',"beneficiaryCountry":null,"purpose":"other","purposeDetail":', to_json(c.purpose_detail),
      ',"period":null,"countryOfConsumption":null,"note":', to_json(c.note), ',"verifyCode":', to_json(c.verify_code),
      ',"items":[{"assetId":', to_json(m.asset_id), ',"quantity":', m.quantity, '}]}'), 'UTF8'))
    from claim c where c.tenant_id = ${tenant} and c.transaction_id = m.id`
}

/** On a fictitious chain. */
async function settle(tx: Sql, tenant: string): Promise<void> {
  await tx`
    create temporary table grown_batch as
    select n, '0x' || md5(${tenant} || n) || md5(n || ${tenant}) as id
    from generate_series(0, (select max(place) / ${movementsOfBatch} from grown_movement)) n`
  await tx`
    insert into chain_transaction (id, chain_id, signer, nonce, purpose, contract, state, succeeded, hash, block_number, block_hash, gas_used)
    select id, 1, ${tenant}, n, 'batch', '0x', 'final', true, id, n, id, 1 from grown_batch`
  await tx`
    insert into settlement (tenant_id, transaction_id, sequence, state, chain_transaction_id, first_item, items)
    select ${tenant}, m.id, t.sequence, 'confirmed', b.id, m.place % ${movementsOfBatch}, 1
    from grown_movement m join grown_batch b on b.n = m.place / ${movementsOfBatch}
    join transaction t on t.tenant_id = ${tenant} and t.id = m.id
    order by m.place`
}

/**
 * Computes the hash chain of server/units/ledger/hash-chain.ts and its watermark, without which each pass would scan
 * all rows.
 */
async function link(tx: Sql, tenant: string): Promise<void> {
  await tx`
    insert into ledger_link (tenant_id, sequence, transaction_id, previous_hash, hash)
    select ${tenant}, place, id, coalesce(lag(hash) over (order by place), decode(repeat('00', 32), 'hex')), hash
    from (
      select place, id, pg_temp.linked(concat(
        '{"tenantId":', to_json(${tenant}::text), ',"transactionId":"', id, '","sequence":', place, ',"type":"', type,
        '","quantity":"', quantity, '","from":', coalesce(to_json(from_account)::text, 'null'),
        ',"to":', case when type = 'claim' then 'null' else to_json(to_account)::text end, ',"occurredAt":"', iso,
        '","documentHash":', coalesce('"' || encode(document_hash, 'hex') || '"', 'null'),
        ',"entries":[["', asset_id, '","', first, '","', first + quantity - 1, '",',
        coalesce(to_json(from_account)::text || ',"held"', 'null,null'), ',"', to_account, '","', to_state, '"]]}'
      )) over (order by place) as hash
      from grown_movement
    ) linked`
  await tx`
    insert into linked_until select max(sequence) from transaction
    on conflict ((true)) do update set sequence = excluded.sequence`
}

/** Sums that linking maintains. */
async function tally(tx: Sql, tenant: string): Promise<void> {
  await tx`
    insert into tally (tenant_id, name, rows, units)
    select ${tenant}, 'movements ' || type, count(*), sum(quantity) from grown_movement group by type`
  await tx`
    update asset set retired = gone.units
    from (select asset_id, sum(quantity) as units from grown_block where is_claimed group by asset_id) gone
    where tenant_id = ${tenant} and id = gone.asset_id`
  await tx`
    update project set retired = gone.units
    from (select project_id, sum(retired) as units from asset where tenant_id = ${tenant} group by project_id) gone
    where tenant_id = ${tenant} and id = gone.project_id and gone.units > 0`
  await tx`
    insert into unit_sum (tenant_id, dimension, key, issued, retired, cancelled)
    select ${tenant}, 'month', to_char(at at time zone 'UTC', 'YYYY-MM'), coalesce(sum(quantity) filter (where type = 'mint'), 0),
      coalesce(sum(quantity) filter (where type = 'claim'), 0), 0
    from grown_movement where type <> 'transfer' group by 3`
  await tx`
    insert into project_month (tenant_id, project_id, month, movements, issued, retired, cancelled)
    select ${tenant}, project_id, to_char(at at time zone 'UTC', 'YYYY-MM'), count(*),
      coalesce(sum(quantity) filter (where type = 'mint'), 0), coalesce(sum(quantity) filter (where type = 'claim'), 0), 0
    from grown_movement where type <> 'transfer' group by 2, 3`
  await tx`
    insert into beneficiary_sum (tenant_id, name, claims, units)
    select ${tenant}, left(beneficiary_name, 300), count(*), sum(quantity)
    from claim where tenant_id = ${tenant} and beneficiary_kind = 'organisation' group by 2`
  await tx`
    select add_search_words(${tenant}, array_agg(distinct words)) from claim where tenant_id = ${tenant} and words <> ''`
}
