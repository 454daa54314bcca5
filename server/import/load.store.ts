import { type Fragment, identifier, type Sql } from '#server/infra/db/database.ts'
import { unknownTime } from '#server/infra/db/times.ts'
import type { AuditedAct } from '#shared/rules/audited.ts'
import type { Kind } from './staging.store.ts'

const actor = 'import'

/** Returns the size of each chunk in order. */
export async function cutProjects(sql: Sql, rows: number): Promise<number[]> {
  await sql`
    update staged_project s set chunk = numbered.chunk
    from (
      select line, (row_number() over (order by line) - 1) / ${rows}::int as chunk
      from staged_project where aside_reason is null and not is_known
    ) numbered
    where numbered.line = s.line`
  return chunkSizes(sql, 'staged_project')
}

/** A mint and its blocks share a chunk, older mints first. Also fills in account, series and batch from the ledger. */
export async function cutMints(sql: Sql, tenant: string, rows: number): Promise<number[]> {
  await sql`
    with named as materialized (${seriesOf(sql, tenant)})
    update staged_mint s set chunk = numbered.chunk, batch = numbered.batch, account_id = p.account_id, country = p.country,
      series = named.series
    from (
      select m.line,
        (sum(b.blocks) over (order by m.issued_on, m.line) - b.blocks)::bigint / ${rows}::int as chunk,
        coalesce(a.batches, 0) + row_number() over (partition by m.project_id order by m.issued_on, m.line) as batch
      from staged_mint m
      join (select mint_id, count(*) as blocks from staged_block group by mint_id) b on b.mint_id = m.mint_id
      left join (select project_id, max(batch) as batches from asset where tenant_id = ${tenant} group by project_id) a
        on a.project_id = m.project_id
      where m.aside_reason is null and not m.is_known
    ) numbered, project p, named, staged_mint n
    where numbered.line = s.line and n.line = s.line
      and p.tenant_id = ${tenant} and p.id = n.project_id and named.space = n.space`
  await sql`
    update staged_block b set chunk = m.chunk, account_id = m.account_id, series = m.series,
      mint_transaction_id = m.transaction_id
    from staged_mint m where m.mint_id = b.mint_id and m.chunk is not null`
  for (const staged of ['staged_mint', 'staged_block']) {
    await sql.unsafe(`create index on ${staged} (chunk)`)
    await sql.unsafe(`analyze ${staged} (chunk)`)
  }
  return chunkSizes(sql, 'staged_block')
}

/** Numbers are unique in a serial space, so each tenant has one series per space. */
function seriesOf(sql: Sql, tenant: string) {
  return sql`
    select spaces.space, coalesce(a.series, nextval('series_number')) as series
    from (select distinct space from staged_mint) spaces
    left join (
      select series_name, max(series) as series from asset where tenant_id = ${tenant} group by series_name
    ) a on a.series_name = spaces.space`
}

/** A mint larger than a chunk leaves later chunks empty. */
async function chunkSizes(sql: Sql, staged: 'staged_project' | 'staged_block'): Promise<number[]> {
  const rows = await sql<{ chunk: number; rows: number }[]>`
    select chunk, count(*)::int as rows from ${identifier(staged)} where chunk is not null group by chunk order by chunk`
  const sizes: number[] = new Array((rows.at(-1)?.chunk ?? -1) + 1).fill(0)
  for (const { chunk, rows: count } of rows) sizes[chunk] = count
  return sizes
}

/** For the registry's own queries and the next import. */
export async function analyzeLoaded(sql: Sql): Promise<void> {
  await sql`analyze account, methodology, project, asset, transaction, entry, block, balance, claim, settlement,
    imported_row (tenant_id, kind, key)`
}

/** Includes developers' accounts and methodologies. In a transaction. */
export async function loadProjects(sql: Sql, tenant: string, chunk: number): Promise<void> {
  await sql`
    insert into account (tenant_id, id, name, kind, status, origin)
    select distinct on (account_id) ${tenant}, account_id, developer, 'proponent', 'active', 'import'
    from staged_project where chunk = ${chunk} order by account_id
    on conflict do nothing`
  await sql`
    insert into methodology (tenant_id, id, name, version, status)
    select distinct on (methodology_id) ${tenant}, methodology_id, methodology, methodology_version, 'approved'
    from staged_project where chunk = ${chunk} and methodology is not null order by methodology_id
    on conflict do nothing`
  if (chunk === 0) await sql`analyze account, methodology`
  // Locked, because projects are numbered consecutively.
  await sql`select from tenant where id = ${tenant} for no key update`
  await sql`
    insert into project (tenant_id, id, account_id, number, name, description, kind, methodology_id, start_date, end_date,
      country, location, longitude, latitude, sector, mitigation, region, annual_estimate, origin_registry, origin_id,
      standard, source_url, status, status_reason, status_before, created_at,
      status_since, created_by, origin)
    select ${tenant}, s.project_id, s.account_id,
      (select coalesce(max(number), 0) from project where tenant_id = ${tenant}) + row_number() over (order by s.line),
      s.name, s.description, s.kind, m.id, s.start_date, s.end_date, s.country, s.location, s.longitude, s.latitude,
      s.sector, s.mitigation, s.region, s.annual_estimate, s.standard, s.project_id,
      s.standard, s.source_url, s.status, s.status_reason, s.status_before, s.created_on,
      coalesce(s.status_since, ${unknownTime(sql)}), ${actor}, 'import'
    from staged_project s
    left join methodology m on m.tenant_id = ${tenant}
      and lower(m.name) = lower(s.methodology) and m.version = s.methodology_version
    where s.chunk = ${chunk}
    order by s.line`
  await storeRows(sql, tenant, 'project', chunk)
}

/**
 * Loads mints and blocks in order, as the ledger would have recorded them: issuance with contiguous ranges, then each
 * retirement as a claim. In a transaction. Assets come late, because they lock sums that the other connection, the
 * linker and every mint need.
 */
export async function loadMints(sql: Sql, tenant: string, chunk: number): Promise<void> {
  await recordTransactions(sql, tenant, chunk)
  await enterMints(sql, tenant, chunk)
  await enterClaims(sql, tenant, chunk)
  await placeBlocks(sql, tenant, chunk)
  await storeRows(sql, tenant, 'mint', chunk)
  await storeRows(sql, tenant, 'block', chunk)
  await openAssets(sql, tenant, chunk)
  // Foreign key checks cache their plans, which must not assume empty tables.
  if (chunk === 0) await sql`analyze asset, transaction`
  await fillBalances(sql, tenant, chunk)
}

async function openAssets(sql: Sql, tenant: string, chunk: number): Promise<void> {
  await sql`
    insert into asset (tenant_id, id, project_id, series, series_name, vintage, batch, country, verified_quantity, issued)
    select ${tenant}, mint_id, project_id, series, space, daterange(vintage_start, vintage_end, '[]'), batch,
      coalesce(country, 'ZZ'), quantity, quantity
    from staged_mint where chunk = ${chunk}`
}

/** A unit must be issued before it is retired, so mints precede claims. */
async function recordTransactions(sql: Sql, tenant: string, chunk: number): Promise<void> {
  await sql`
    insert into transaction (tenant_id, id, type, project_id, to_account, quantity, actor, occurred_at)
    select ${tenant}, transaction_id, 'mint', project_id, account_id, quantity, ${actor}, issued_on
    from staged_mint where chunk = ${chunk}
    order by issued_on, line`
  await sql`
    insert into transaction (tenant_id, id, type, project_id, from_account, quantity, actor, document_hash, occurred_at)
    select ${tenant}, transaction_id, 'claim', project_id, account_id, last - first + 1, ${actor},
      ${claimHash(sql, tenant)}, retired_on
    from staged_block where chunk = ${chunk} and retired_on is not null
    order by retired_on, line`
}

/** The same hash as claimHash() of server/units/claims, for many rows. */
function claimHash(sql: Sql, tenant: string) {
  return sql`sha256(convert_to(concat(
    '{"tenantId":', to_json(${tenant}::text), ',"claimId":', to_json(claim_id), ',"accountId":', to_json(account_id),
    ',"beneficiaryKind":', to_json(${beneficiaryKind(sql)}), ',"beneficiary":', to_json(beneficiary),
    ',"beneficiaryCountry":null,"purpose":"other","purposeDetail":', to_json(reason),
    ',"period":null,"countryOfConsumption":null,"note":', to_json(details), ',"verifyCode":', to_json(verify_code),
    ',"items":[{"assetId":', to_json(mint_id), ',"quantity":', last - first + 1, '}]}'), 'UTF8'))`
}

function beneficiaryKind(sql: Sql) {
  return sql`case when beneficiary = '' then 'anonymous' else 'organisation' end`
}

async function enterMints(sql: Sql, tenant: string, chunk: number): Promise<void> {
  // Adjacent ranges have the same difference between number and running total.
  await sql`
    insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, to_account, to_state)
    select ${tenant}, transaction_id, row_number() over (partition by mint_id order by min(first)), mint_id,
      int8range(min(first), max(last), '[]'), account_id, 'held'
    from (
      select mint_id, mint_transaction_id as transaction_id, account_id, first, last,
        last - sum(last - first + 1) over (partition by mint_id order by first) as island
      from staged_block where chunk = ${chunk}
    ) placed
    group by mint_id, transaction_id, account_id, island`
}

async function enterClaims(sql: Sql, tenant: string, chunk: number): Promise<void> {
  await sql`
    insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, from_account, from_state, to_account, to_state)
    select ${tenant}, transaction_id, 1, mint_id, int8range(first, last, '[]'), account_id, 'held', account_id, 'retired'
    from staged_block where chunk = ${chunk} and retired_on is not null`
  await sql`
    insert into claim (tenant_id, id, transaction_id, account_id, quantity, beneficiary_kind, beneficiary_name, purpose,
      purpose_detail, note, verify_code, claimed_at, created_by, origin, vintages)
    select ${tenant}, b.claim_id, b.transaction_id, b.account_id, b.last - b.first + 1, ${beneficiaryKind(sql)}, b.beneficiary,
      'other', b.reason, b.details, b.verify_code, b.retired_on, ${actor}, 'import',
      array[extract(year from m.vintage_end)::smallint]
    from staged_block b join staged_mint m using (chunk, mint_id)
    where chunk = ${chunk} and b.retired_on is not null
    order by b.retired_on, b.line`
}

async function placeBlocks(sql: Sql, tenant: string, chunk: number): Promise<void> {
  await sql`
    insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id)
    select ${tenant}, mint_id, series, int8range(first, last, '[]'), account_id,
      case when retired_on is null then 'held' else 'retired' end, coalesce(transaction_id, mint_transaction_id)
    from staged_block where chunk = ${chunk}
    order by series, first`
}

async function fillBalances(sql: Sql, tenant: string, chunk: number): Promise<void> {
  await sql`
    insert into balance (tenant_id, account_id, asset_id, held, retired)
    select ${tenant}, account_id, mint_id,
      coalesce(sum(last - first + 1) filter (where retired_on is null), 0),
      coalesce(sum(last - first + 1) filter (where retired_on is not null), 0)
    from staged_block where chunk = ${chunk}
    group by account_id, mint_id`
}

/** Fills fields that earlier loads left empty and nobody has set since. In a transaction. */
export async function fillIn(sql: Sql, tenant: string, kind: Kind): Promise<void> {
  const staged = identifier(`staged_${kind}`)
  const [found] = await sql<{ rows: number }[]>`
    select count(*)::int as rows from ${staged} where is_known and has_more`
  if (!found?.rows) return
  if (kind === 'project') await fillInProjects(sql, tenant)
  const key = {
    project: sql`s.project_id`,
    mint: sql`s.mint_id`,
    block: sql`a.series || ':' || s.first`,
  }[kind]
  await sql`
    update imported_row i set source = s.source
    from ${staged} s ${kind === 'block' ? sql`join asset a on a.tenant_id = ${tenant} and a.id = s.mint_id` : sql``}
    where s.is_known and s.has_more and i.tenant_id = ${tenant} and i.kind = ${kind} and i.key = ${key}`
  await noteInLog(sql, tenant, `${kind}.complete`, sql`select line from ${staged} where is_known and has_more`)
}

async function fillInProjects(sql: Sql, tenant: string): Promise<void> {
  const hasNoPlace = sql`p.longitude is null and p.latitude is null and p.area is null`
  await sql`
    update project p set changed_at = now(),
      longitude = case when ${hasNoPlace} then s.longitude else p.longitude end,
      latitude = case when ${hasNoPlace} then s.latitude else p.latitude end,
      description = coalesce(nullif(p.description, ''), s.description), kind = coalesce(nullif(p.kind, ''), s.kind),
      location = coalesce(nullif(p.location, ''), s.location), sector = coalesce(nullif(p.sector, ''), s.sector),
      region = coalesce(nullif(p.region, ''), s.region), mitigation = coalesce(p.mitigation, s.mitigation),
      annual_estimate = coalesce(p.annual_estimate, s.annual_estimate), source_url = coalesce(p.source_url, s.source_url)
    from staged_project s
    where s.is_known and s.has_more and p.tenant_id = ${tenant} and p.id = s.project_id`
}

/** Stores the source rows, and audits their lines. */
async function storeRows(sql: Sql, tenant: string, kind: Kind, chunk: number): Promise<void> {
  const key = {
    project: sql`project_id`,
    mint: sql`mint_id`,
    block: sql`series || ':' || first`,
  }[kind]
  await sql`
    insert into imported_row (tenant_id, kind, key, source)
    select ${tenant}, ${kind}, ${key}, source from ${identifier(`staged_${kind}`)} where chunk = ${chunk}`
  await noteInLog(
    sql,
    tenant,
    `${kind}.import`,
    sql`select line from ${identifier(`staged_${kind}`)} where chunk = ${chunk}`,
  )
}

async function noteInLog(sql: Sql, tenant: string, act: AuditedAct, lines: Fragment): Promise<void> {
  await sql`
    insert into audit_event (tenant_id, actor, act, subject, after)
    select ${tenant}, ${actor}, ${act}, ${`tenant:${tenant}`},
      jsonb_build_object('rows', count(*), 'firstLine', min(line), 'lastLine', max(line))
    from (${lines}) named`
}
