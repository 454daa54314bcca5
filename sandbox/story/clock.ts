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

export type Clock = {
  /** For acts: their transactions are parts of the story's. */
  sql: Database
  now(): Date
  set(now: Date): Promise<void>
}

/**
 * Runs `tell` in one transaction, whose triggers replace the database's time by the clock's. Nobody else sees these
 * triggers: the transaction drops them before its end.
 */
export function atTimesOfItsOwn(sql: Database, tell: (clock: Clock) => Promise<void>): Promise<void> {
  return sql.begin(async (tx) => {
    let now = new Date(0)
    await tx.unsafe(Object.entries(timesOf).map(creation).join('\n'))
    await tell({
      sql: within(sql, tx),
      now: () => now,
      async set(next) {
        now = next
        await tx`select set_config('registry.story_time', ${now.toISOString()}, true)`
      },
    })
    await tx.unsafe(Object.keys(timesOf).map(removal).join('\n'))
  })
}

const creation = ([table, columns]: [string, readonly string[]]) => `
  create function pg_temp.story_${table}() returns trigger language plpgsql as $$
  declare
    story_time constant timestamptz := current_setting('registry.story_time');
  begin
    ${columns.map((column) => `if new.${column} = now() then new.${column} = story_time; end if;`).join('\n')}
    return new;
  end $$;
  create trigger zz_story before insert or update on ${table} for each row execute function pg_temp.story_${table}();`

const removal = (table: string) => `drop trigger zz_story on ${table}; drop function pg_temp.story_${table}();`

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
