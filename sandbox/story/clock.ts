import type { Database, Sql } from '#server/infra/db/database.ts'

/** The columns that say when something was done; settlement and hash chain keep the real time. */
const timesOf = {
  account: ['created_at', 'applied_at'],
  app_user: ['created_at'],
  membership: ['since'],
  methodology: ['created_at', 'status_since'],
  project: ['created_at', 'changed_at', 'status_since'],
  measurement: ['created_at', 'status_since'],
  verification: ['created_at', 'status_since'],
  finding: ['created_at'],
  finding_message: ['created_at'],
  document: ['created_at'],
  asset: ['created_at'],
  transaction: ['occurred_at', 'created_at'],
  claim: ['claimed_at', 'created_at'],
  notice: ['created_at', 'read_at'],
  audit_event: ['at'],
} as const
const tables = Object.keys(timesOf)

/** The sandbox’s own claims, made before the story’s, leave these earlier numbers to the story. */
export const storyClaims = 200

export type Clock = {
  /** For acts: their transactions are parts of the story's. */
  sql: Database
  now(): Date
  set(now: Date): Promise<void>
}

/**
 * Triggers that replace the database's time by the clock's within the story's transaction, and do nothing in others.
 * They stand before the story begins, because making them locks the tables; while they stand, a story is due.
 */
export async function putUpClock(sql: Database): Promise<void> {
  await sql.unsafe(['create schema if not exists story;', ...Object.entries(timesOf).map(creation)].join('\n'))
  await sql`
    select setval('claim_number_seq', ${storyClaims}) from claim_number_seq where last_value < ${storyClaims}`
}

export async function isClockUp(sql: Database): Promise<boolean> {
  const [row] = await sql<{ isUp: boolean }[]>`select to_regnamespace('story') is not null as "isUp"`
  return row?.isUp ?? false
}

/** Table by table: locks on several would wait for readers of several. */
export async function takeDownClock(sql: Database): Promise<void> {
  for (const table of tables) await sql.unsafe(`drop trigger if exists zz_story on ${table}`)
  // The story took numbers from the sequence too; no claim takes one meanwhile.
  await sql.begin(async (tx) => {
    await tx`lock table claim in share row exclusive mode`
    await tx`select setval('claim_number_seq', max(number)) from claim having count(*) > 0`
  })
  await sql.unsafe('drop schema story cascade')
}

/** Runs `tell` in one transaction. */
export function atTimesOfItsOwn(sql: Database, tell: (clock: Clock) => Promise<void>): Promise<void> {
  return sql.begin(async (tx) => {
    let now = new Date(0)
    await tell({
      sql: within(sql, tx),
      now: () => now,
      async set(next) {
        now = next
        await tx`select set_config('registry.story_time', ${now.toISOString()}, true)`
      },
    })
  })
}

const takeNumber = `
  if tg_op = 'INSERT' then
    new.number = (select coalesce(max(number), 0) + 1 from claim where number <= ${storyClaims});
  end if;`

const creation = ([table, columns]: [string, readonly string[]]) => `
  create or replace function story.tell_${table}() returns trigger language plpgsql as $$
  declare
    story_time constant timestamptz := nullif(current_setting('registry.story_time', true), '');
  begin
    if story_time is not null then
      ${columns.map((column) => `if new.${column} = now() then new.${column} = story_time; end if;`).join('\n')}
      ${table === 'claim' ? takeNumber : ''}
    end if;
    return new;
  end $$;
  create or replace trigger zz_story before insert or update on ${table} for each row execute function story.tell_${table}();`

/** `begin` joins the transaction; of its modes only the tenant matters, which stays set. */
function within(sql: Database, tx: Sql): Database {
  const { reserve, listen, lock, connections, end } = sql
  let tenant = ''
  const begin: Database['begin'] = async (work, mode = '') => {
    if (mode.startsWith(';') && mode !== tenant) {
      await tx.unsafe(mode.slice(1))
      tenant = mode
    }
    return work(tx)
  }
  return Object.assign(tx, { begin, reserve, listen, lock, connections, end })
}
