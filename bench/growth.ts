import type { Database, Sql } from '#server/infra/db/database.ts'
import { stageAssets, stageBlocks } from './growth-blocks.ts'
import { fillLedger, type Timed } from './growth-ledger.ts'
import { fillProjects, type Growth, makeHelpers } from './growth-projects.ts'

const tables = [
  'account',
  'project',
  'asset',
  'transaction',
  'entry',
  'block',
  'balance',
  'claim',
  'settlement',
  'ledger_link',
]
/** No serial number is in two blocks. */
const exclusion = 'block_serials_are_in_one_hand'

/**
 * Fills an empty tenant with the real export's skew, the same rows each time. Recreates constraints and indexes last;
 * if one is violated, this throws and the database is unusable.
 */
export function grow(sql: Database, growth: Growth, report?: (line: string) => void): Promise<void> {
  const work = async (session: Sql, timed: Timed) => {
    await makeHelpers(session)
    await timed('assets', () => stageAssets(session, growth))
    await timed('projects', () => fillProjects(session, growth))
    await timed('blocks', () => stageBlocks(session, growth))
    await fillLedger(session, growth, timed)
  }
  return inBulk(sql, work, report)
}

/** Runs `work` on the ledger's tables without constraints and indexes, then recreates them. */
export async function inBulk(
  sql: Database,
  work: (session: Sql, timed: Timed) => Promise<void>,
  report: (line: string) => void = () => {},
): Promise<void> {
  const timed: Timed = async (what, doing) => {
    const began = performance.now()
    await doing()
    report(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  const session = await sql.reserve()
  try {
    await session.unsafe(`
      set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set statement_timeout = 0; set synchronous_commit = off`)
    const aside = await putAside(session)
    await work(session, timed)
    await timed(exclusion, () => takeUpExclusion(session))
    await timed('analyze', () => session.unsafe(`analyze ${tables.join(', ')}`))
    for (const { name, statement } of aside) await timed(name, () => session.unsafe(statement))
    for (const table of tables) await timed(`vacuum ${table}`, () => session.unsafe(`vacuum analyze ${table}`))
  } finally {
    await session.unsafe(`
      discard temp; reset maintenance_work_mem; reset work_mem; reset statement_timeout; reset synchronous_commit`)
    session.release()
  }
}

type Aside = { name: string; statement: string }

/** Drops constraints and indexes; returns statements to recreate them, keys before references. */
async function putAside(session: Sql): Promise<Aside[]> {
  const rows = await session<(Aside & { dropping: string })[]>`
    select c.conname::text as name,
      format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as statement,
      format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as dropping,
      case c.contype when 'f' then 3 else 1 end as place
    from pg_constraint c
    where c.contype in ('p', 'u', 'f') and c.conname <> ${exclusion}
      and (c.conrelid = any (${tables}::text[]::regclass[]) or c.confrelid = any (${tables}::text[]::regclass[]))
    union all
    select i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), format('drop index %s', i.indexrelid::regclass), 2
    from pg_index i
    where i.indrelid = any (${tables}::text[]::regclass[])
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
    order by place`
  for (const { dropping } of rows.toReversed()) await session.unsafe(dropping)
  await setExclusion(session, false)
  return rows
}

/** Whether inserts update the exclusion constraint's index. */
async function setExclusion(session: Sql, isReady: boolean): Promise<void> {
  await session`
    update pg_index set indisready = ${isReady}, indisvalid = ${isReady} where indexrelid = ${exclusion}::text::regclass`
}

/**
 * Adding an exclusion constraint looks up each row: 15 minutes for ten million. A sort checks the same in seconds;
 * rewriting the table then builds the index unchecked.
 */
async function takeUpExclusion(session: Sql): Promise<void> {
  const doubled = await session`
    select from (
      select serials && lag(serials) over (partition by series order by serials) as is_doubled from block
    ) sorted
    where is_doubled limit 1`
  if (doubled.length > 0) throw new Error('A serial number is in two blocks.')
  await setExclusion(session, true)
  await session.unsafe('vacuum full block')
}
