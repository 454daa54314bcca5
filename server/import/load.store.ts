import type { Sql } from '#server/db/database.ts'

/** Who did it, in the ledger and in the audit log. */
const actor = 'import'

/** Cuts what is to be loaded into chunks of about `rows` rows; answers how many rows each has, in order. */
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

/** The same for blocks: a mint and all its blocks are in one chunk, older mints first. Batches are counted here too. */
export async function cutMints(sql: Sql, tenant: string, rows: number): Promise<number[]> {
  await sql`
    update staged_mint s set chunk = numbered.chunk, batch = numbered.batch
    from (
      select m.line,
        (sum(b.blocks) over (order by m.issued_on, m.line) - b.blocks)::bigint / ${rows}::int as chunk,
        coalesce(a.batches, 0) + row_number() over (partition by m.project_id order by m.issued_on, m.line) as batch
      from staged_mint m
      join (select mint_id, count(*) as blocks from staged_block group by mint_id) b on b.mint_id = m.mint_id
      left join (select project_id, max(batch) as batches from asset where tenant_id = ${tenant} group by project_id) a
        on a.project_id = m.project_id
      where m.aside_reason is null and not m.is_known
    ) numbered
    where numbered.line = s.line`
  await sql`
    update staged_block b set chunk = m.chunk from staged_mint m where m.mint_id = b.mint_id and m.chunk is not null`
  for (const staged of ['staged_mint', 'staged_block']) {
    await sql.unsafe(`create index on ${staged} (chunk)`)
    await sql.unsafe(`analyze ${staged} (chunk)`)
  }
  return chunkSizes(sql, 'staged_block')
}

/** A mint with more blocks than a chunk has room for leaves the numbers after it unused: those count 0. */
async function chunkSizes(sql: Sql, staged: 'staged_project' | 'staged_block'): Promise<number[]> {
  const rows = await sql<{ chunk: number; rows: number }[]>`
    select chunk, count(*)::int as rows from ${sql(staged)} where chunk is not null group by chunk order by chunk`
  const sizes: number[] = new Array((rows.at(-1)?.chunk ?? -1) + 1).fill(0)
  for (const { chunk, rows: count } of rows) sizes[chunk] = count
  return sizes
}

/** Tells the planner what there is now: the registry's own reads need it as much as the next import. */
export async function analyzeLoaded(sql: Sql): Promise<void> {
  await sql`analyze account, methodology, project, asset, transaction, entry, block, balance, claim, settlement,
    imported_row (tenant_id, kind, key)`
}

/** Loads a chunk of projects with their developers' accounts and methodologies. In a transaction. */
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
  // Numbers are given one after the other: nobody else may count meanwhile.
  await sql`select from tenant where id = ${tenant} for no key update`
  await sql`
    insert into project (tenant_id, id, account_id, number, name, description, kind, methodology_id, start_date, end_date,
      country, location, longitude, latitude, standard, source_url, status, status_reason, status_before, created_at,
      created_by, origin)
    select ${tenant}, s.project_id, s.account_id,
      (select coalesce(max(number), 0) from project where tenant_id = ${tenant}) + row_number() over (order by s.line),
      s.name, s.description, s.kind, m.id, s.start_date, s.end_date, s.country, s.location, s.longitude, s.latitude,
      s.standard, s.source_url, s.status, s.status_reason, s.status_before, s.created_on, ${actor}, 'import'
    from staged_project s
    left join methodology m on m.tenant_id = ${tenant}
      and lower(m.name) = lower(s.methodology) and m.version = s.methodology_version
    where s.chunk = ${chunk}
    order by s.line`
  await keepRows(sql, tenant, 'project', chunk)
}

/** The series of each serial space: numbers are unique within it, so every import into a tenant uses the same one. */
export async function nameSeries(sql: Sql, tenant: string): Promise<void> {
  await sql`
    create unlogged table staged_series as
    select space, coalesce(
      (select max(a.series) from asset a where a.tenant_id = ${tenant} and a.series_name = space),
      nextval('series_number')) as series
    from (select distinct space from staged_mint) spaces`
}

/**
 * Loads a chunk of mints with all their blocks, in the order in which they happened, as the ledger would have recorded
 * them: the issuance with its contiguous ranges, then each retirement as a claim. In a transaction.
 */
export async function loadMints(sql: Sql, tenant: string, chunk: number): Promise<void> {
  await openAssets(sql, tenant, chunk)
  await recordTransactions(sql, tenant, chunk)
  // The plans of the foreign keys' checks are made once and kept: not for tables that look empty.
  if (chunk === 0) await sql`analyze asset, transaction`
  await enterMints(sql, tenant, chunk)
  await enterClaims(sql, tenant, chunk)
  await placeBlocks(sql, tenant, chunk)
  await sql`
    insert into settlement (tenant_id, transaction_id)
    select ${tenant}, transaction_id from staged_mint where chunk = ${chunk}
    union all
    select ${tenant}, transaction_id from staged_block where chunk = ${chunk} and retired_on is not null`
  await keepRows(sql, tenant, 'mint', chunk)
  await keepRows(sql, tenant, 'block', chunk)
  await sql`select pg_notify('settlement', '')`
}

async function openAssets(sql: Sql, tenant: string, chunk: number): Promise<void> {
  await sql`
    insert into asset (tenant_id, id, project_id, series, series_name, vintage, batch, country, verified_quantity, issued)
    select ${tenant}, m.mint_id, m.project_id, s.series, m.space, daterange(m.vintage_start, m.vintage_end, '[]'), m.batch,
      coalesce(p.country, 'ZZ'), m.quantity, m.quantity
    from staged_mint m
    join staged_series s on s.space = m.space
    join project p on p.tenant_id = ${tenant} and p.id = m.project_id
    where m.chunk = ${chunk}`
}

/** Mints first, then claims by day: in the order of the ledger, a unit is issued before it is retired. */
async function recordTransactions(sql: Sql, tenant: string, chunk: number): Promise<void> {
  await sql`
    insert into transaction (tenant_id, id, type, project_id, to_account, quantity, actor, occurred_at)
    select ${tenant}, m.transaction_id, 'mint', m.project_id, p.account_id, m.quantity, ${actor}, m.issued_on
    from staged_mint m join project p on p.tenant_id = ${tenant} and p.id = m.project_id
    where m.chunk = ${chunk}
    order by m.issued_on, m.line`
  await sql`
    insert into transaction (tenant_id, id, type, project_id, from_account, quantity, actor, document_hash, occurred_at)
    select ${tenant}, b.transaction_id, 'claim', b.project_id, p.account_id, b.last - b.first + 1, ${actor},
      ${claimHash(sql, tenant)}, b.retired_on
    from staged_block b join project p on p.tenant_id = ${tenant} and p.id = b.project_id
    where b.chunk = ${chunk} and b.retired_on is not null
    order by b.retired_on, b.line`
}

/** The hash of a claim's public words: what claimHash() of server/claims makes, here for many at once. */
function claimHash(sql: Sql, tenant: string) {
  return sql`sha256(convert_to(concat(
    '{"tenantId":', to_json(${tenant}::text), ',"claimId":', to_json(b.claim_id), ',"accountId":', to_json(p.account_id),
    ',"beneficiaryKind":', to_json(${beneficiaryKind(sql)}), ',"beneficiary":', to_json(b.beneficiary),
    ',"beneficiaryCountry":null,"purpose":"other","purposeDetail":', to_json(b.reason),
    ',"period":null,"countryOfConsumption":null,"note":', to_json(b.details), ',"verifyCode":', to_json(b.verify_code),
    ',"items":[{"assetId":', to_json(b.mint_id), ',"quantity":', b.last - b.first + 1, '}]}'), 'UTF8'))`
}

function beneficiaryKind(sql: Sql) {
  return sql`case when b.beneficiary = '' then 'anonymous' else 'organisation' end`
}

async function enterMints(sql: Sql, tenant: string, chunk: number): Promise<void> {
  // Ranges without a gap between them share the distance from their first number to the units before them.
  await sql`
    insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, to_account, to_state)
    select ${tenant}, r.transaction_id, row_number() over (partition by r.mint_id order by r.first),
      r.mint_id, int8range(r.first, r.last, '[]'), p.account_id, 'held'
    from (
      select mint_id, transaction_id, project_id, min(first) as first, max(last) as last
      from (
        select m.mint_id, m.transaction_id, m.project_id, b.first, b.last,
          b.last - sum(b.last - b.first + 1) over (partition by b.mint_id order by b.first) as island
        from staged_block b join staged_mint m on m.mint_id = b.mint_id and m.chunk = b.chunk
        where b.chunk = ${chunk}
      ) placed
      group by mint_id, transaction_id, project_id, island
    ) r
    join project p on p.tenant_id = ${tenant} and p.id = r.project_id`
}

async function enterClaims(sql: Sql, tenant: string, chunk: number): Promise<void> {
  const claims = sql`
    staged_block b join project p on p.tenant_id = ${tenant} and p.id = b.project_id
    where b.chunk = ${chunk} and b.retired_on is not null`
  await sql`
    insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, from_account, from_state, to_account, to_state)
    select ${tenant}, b.transaction_id, 1, b.mint_id, int8range(b.first, b.last, '[]'), p.account_id, 'held', p.account_id, 'retired'
    from ${claims}`
  await sql`
    insert into claim (tenant_id, id, transaction_id, account_id, quantity, beneficiary_kind, beneficiary_name, purpose,
      purpose_detail, note, verify_code, claimed_at, created_by, origin)
    select ${tenant}, b.claim_id, b.transaction_id, p.account_id, b.last - b.first + 1,
      ${beneficiaryKind(sql)}, b.beneficiary, 'other', b.reason, b.details,
      b.verify_code, b.retired_on, ${actor}, 'import'
    from ${claims}
    order by b.retired_on, b.line`
}

async function placeBlocks(sql: Sql, tenant: string, chunk: number): Promise<void> {
  await sql`
    insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id)
    select ${tenant}, b.mint_id, s.series, int8range(b.first, b.last, '[]'), p.account_id,
      case when b.retired_on is null then 'held' else 'retired' end, coalesce(b.transaction_id, m.transaction_id)
    from staged_block b
    join staged_mint m on m.mint_id = b.mint_id and m.chunk = b.chunk
    join staged_series s on s.space = b.space
    join project p on p.tenant_id = ${tenant} and p.id = b.project_id
    where b.chunk = ${chunk}
    order by s.series, b.first`
  await sql`
    insert into balance (tenant_id, account_id, asset_id, held, retired)
    select ${tenant}, p.account_id, b.mint_id,
      coalesce(sum(b.last - b.first + 1) filter (where b.retired_on is null), 0),
      coalesce(sum(b.last - b.first + 1) filter (where b.retired_on is not null), 0)
    from staged_block b join project p on p.tenant_id = ${tenant} and p.id = b.project_id
    where b.chunk = ${chunk}
    group by p.account_id, b.mint_id`
}

/** Keeps the rows as the file had them, and notes in the audit log which lines they were. */
async function keepRows(sql: Sql, tenant: string, kind: 'project' | 'mint' | 'block', chunk: number): Promise<void> {
  const key = {
    project: sql`s.project_id`,
    mint: sql`s.mint_id`,
    block: sql`(select series from staged_series where space = s.space) || ':' || s.first`,
  }[kind]
  await sql`
    insert into imported_row (tenant_id, kind, key, source)
    select ${tenant}, ${kind}, ${key}, s.source from ${sql(`staged_${kind}`)} s where s.chunk = ${chunk}`
  await sql`
    insert into audit_event (tenant_id, actor, act, subject, after)
    select ${tenant}, ${actor}, ${`${kind}.import`}, ${`tenant:${tenant}`},
      jsonb_build_object('rows', count(*), 'firstLine', min(line), 'lastLine', max(line))
    from ${sql(`staged_${kind}`)} where chunk = ${chunk}`
}
