import { hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Sql } from '#server/infra/db/database.ts'

/** Omits empty fields. */
export type Source = Readonly<Record<string, string>>

const issuance = {
  mintId: 'mint_id text',
  projectId: 'project_id text',
  space: 'space text',
  vintageStart: 'vintage_start date',
  vintageEnd: 'vintage_end date',
  issuedOn: 'issued_on date',
} as const

/**
 * Unlogged tables in their own schema, so that several connections can load from them. `is_known`: loaded earlier, with
 * `has_more`: with fewer fields; `filledIn` columns come from the ledger.
 */
const tables = {
  project: {
    columns: {
      projectId: 'project_id text',
      accountId: 'account_id text',
      developer: 'developer text',
      name: 'name text',
      description: 'description text',
      kind: 'kind text',
      methodology: 'methodology text',
      methodologyVersion: 'methodology_version text',
      methodologyId: 'methodology_id text',
      country: 'country text',
      location: 'location text',
      longitude: 'longitude double precision',
      latitude: 'latitude double precision',
      sector: 'sector text',
      mitigation: 'mitigation text',
      region: 'region text',
      annualEstimate: 'annual_estimate bigint',
      standard: 'standard text',
      sourceUrl: 'source_url text',
      status: 'status text',
      statusReason: 'status_reason text',
      statusBefore: 'status_before text',
      startDate: 'start_date date',
      endDate: 'end_date date',
      createdOn: 'created_on date',
      statusSince: 'status_since date',
    },
    index: 'project_id',
    filledIn: '',
  },
  mint: {
    columns: {
      ...issuance,
      quantity: 'quantity bigint',
      transactionId: 'transaction_id text',
    },
    index: 'mint_id',
    filledIn: 'account_id text, country text, series bigint, batch bigint,',
  },
  block: {
    columns: {
      ...issuance,
      first: 'first bigint',
      last: 'last bigint',
      retiredOn: 'retired_on date',
      claimId: 'claim_id text',
      transactionId: 'transaction_id text',
      verifyCode: 'verify_code text',
      beneficiary: 'beneficiary text',
      reason: 'reason text',
      details: 'details text',
    },
    index: 'mint_id',
    filledIn: 'account_id text, series bigint, mint_transaction_id text,',
  },
} as const

export type Kind = keyof typeof tables
export const kinds = ['project', 'mint', 'block'] as const satisfies readonly Kind[]

/** Empty values that later files do not fill in, because periods, methodologies and claims depend on them. */
export const settledColumns: Readonly<Record<Kind, readonly string[]>> = {
  project: [
    'methodology',
    'methodology_version',
    'country',
    'crediting_start',
    'crediting_end',
    'project_start',
    'listed_date',
    'registered_date',
    'added_to_database',
  ],
  mint: [],
  block: ['retirement_date', 'beneficiary', 'reason', 'details'],
}

/** Days are YYYY-MM-DD. A block with a retirement date is a claim. */
export type Staged<K extends Kind> = Record<keyof (typeof tables)[K]['columns'], string | number | bigint | null> & {
  source: Source
}
export type StagedRow = Staged<'project'> | Staged<'mint'> | Staged<'block'>

/**
 * Tables grow from empty meanwhile: a nested loop, or a scan in a foreign key check, planned for few rows would be
 * slow.
 */
const importSettings = {
  statement_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  lock_timeout: 30_000,
  enable_nestloop: 'off',
  random_page_cost: 1,
  work_mem: "'64MB'",
}

export async function tenantExists(sql: Sql, tenant: string): Promise<boolean> {
  return (await sql`select from tenant where id = ${tenant}`).length > 0
}

function stagingOf(tenant: string): string {
  return `import_${hash('sha256', tenant, 'hex').slice(0, 16)}`
}

export async function enterStaging(sql: Sql, tenant: string): Promise<void> {
  for (const [name, value] of Object.entries(importSettings)) await sql.unsafe(`set ${name} = ${value}`)
  await sql.unsafe(`set search_path = ${stagingOf(tenant)}, public`)
}

/**
 * Locks imports into a tenant until the connection ends. Waits up to 30 s, because a killed import may leave a
 * statement running, then returns false.
 */
export async function lockImport(sql: Sql, tenant: string): Promise<boolean> {
  await enterStaging(sql, tenant)
  try {
    await sql`select pg_advisory_lock(hashtextextended(${`import ${tenant}`}, 0))`
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '55P03') return false
    throw error
  }
}

/** Replaces tables of a killed import. */
export async function createStaging(sql: Sql, tenant: string): Promise<void> {
  await dropStaging(sql, tenant)
  await sql.unsafe(`create schema ${stagingOf(tenant)}`)
  for (const kind of kinds) {
    await sql.unsafe(`create unlogged table staged_${kind} (
      line bigint not null, source jsonb not null, ${Object.values(tables[kind].columns).join(', ')},
      chunk integer, ${tables[kind].filledIn} is_known boolean not null default false,
      has_more boolean not null default false, aside_column text, aside_value text, aside_reason text)`)
  }
}

/** Call with the lock. */
export async function dropStaging(sql: Sql, tenant: string): Promise<void> {
  await sql.unsafe('rollback')
  await sql.unsafe(`drop schema if exists ${stagingOf(tenant)} cascade`)
}

/** Resets transaction, locks and settings. */
export async function leaveStaging(sql: Sql): Promise<void> {
  await sql.unsafe('rollback')
  await sql.unsafe('reset all')
  await sql.unsafe('select pg_advisory_unlock_all()')
}

/** Call after all rows are in. */
export async function finishStaging(sql: Sql): Promise<void> {
  for (const kind of kinds) {
    await sql.unsafe(`create index on staged_${kind} (${tables[kind].index})`)
    await sql.unsafe(`analyze staged_${kind} (${tables[kind].index}, is_known, chunk)`)
  }
}

export async function stage(
  sql: Sql,
  kind: Kind,
  rows: AsyncIterable<{ line: number; row: StagedRow }>,
): Promise<void> {
  const { columns } = tables[kind]
  const names = Object.values(columns).map((column) => column.split(' ', 1)[0])
  const lines = copyLines(rows, Object.keys(columns) as (keyof StagedRow)[])
  await sql.copyIn(`copy staged_${kind} (line, source, ${names.join(', ')}) from stdin`, (copy) =>
    pipeline(lines, copy),
  )
}

const copyLength = 64 * 1024

async function* copyLines(rows: AsyncIterable<{ line: number; row: StagedRow }>, keys: (keyof StagedRow)[]) {
  let text = ''
  for await (const { line, row } of rows) {
    text += `${line}\t${copyText(JSON.stringify(row.source))}`
    for (const key of keys) text += `\t${copyText(row[key] as string | number | bigint | null)}`
    text += '\n'
    if (text.length < copyLength) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyText(value: string | number | bigint | null): string {
  if (value === null) return '\\N'
  return typeof value === 'string' ? value.replace(/[\\\t\n\r]/g, (character) => escapes[character]!) : String(value)
}
