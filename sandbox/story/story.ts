import { type Database, inserted, type Sql } from '#server/infra/db/database.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import type { SandboxRole } from '../cast/people.ts'
import { type Chapter, daysAfter, type Stage, type StoryDeps } from './acts.ts'
import { apply, castOf } from './cast.ts'
import { atTimesOfItsOwn, type Clock, storyClaims } from './clock.ts'
import { drawings } from './landscape.ts'
import { projectLife } from './project-life.ts'
import { methodologies, projects } from './projects.ts'
import { trade } from './trade.ts'

const years = 8
const applicantsWaitDays = 9
const unreadDays = 14
const linkEveryDays = 150
const analyzeEvery = 6

export type Teller = {
  /** Ends the story, which then leaves nothing. */
  signal: AbortSignal
  onYear(year: number): void
}

/**
 * Tells eight years of a registry by its own acts, each at its time, in one transaction: all of it is kept or nothing.
 * `sql` is the whole deployment's pool, whose clock is up (`putUpClock`).
 */
export async function tellStory(
  sql: Database,
  deps: Omit<StoryDeps, 'sql' | 'lookups' | 'now' | 'movementBell'>,
  usernames: Record<SandboxRole, string>,
  teller: Teller,
): Promise<void> {
  const end = daysAfter(new Date(), -1)
  await atTimesOfItsOwn(sql, async (clock) => {
    const firstYear = end.getUTCFullYear() - years
    await clock.set(new Date(Date.UTC(firstYear, 0, 2, 9)))
    const tenantId = deps.config.TENANT_ID
    const as = await castOf(clock.sql, tenantId, usernames)
    await clock.sql`insert into methodology ${inserted(methodologies.map((each) => ({ ...each, tenant_id: tenantId, status: 'approved' })))}`
    const stage: Stage = {
      deps: {
        ...deps,
        sql: clock.sql,
        lookups: clock.sql,
        now: clock.now,
        movementBell: { ring() {}, stop: async () => {} },
      },
      as,
      firstYear,
      end,
      issued: [],
    }
    const pictures = drawings(deps.files, projects)
    await play(clock, teller, end, [
      ...projects.map((line, place) => projectLife(stage, line, place, pictures(line))),
      trade(stage, storyClaims),
      links(stage),
      applications(stage),
      readNotices(stage, usernames),
    ])
    await linkPending(clock.sql)
    await putLater(clock.sql, tenantId, end)
  })
}

/** Lets the chapter with the earliest day go on, until the story's end. */
async function play(clock: Clock, { signal, onYear }: Teller, end: Date, chapters: readonly Chapter[]): Promise<void> {
  const waiting: { chapter: Chapter; at: Date }[] = []
  const wait = async (chapter: Chapter) => {
    const { done, value } = await chapter.next()
    if (!done && value < end) waiting.push({ chapter, at: value })
  }
  for (const chapter of chapters) await wait(chapter)
  while (waiting.length > 0) {
    const next = waiting.reduce((earliest, each) => (each.at < earliest.at ? each : earliest))
    waiting.splice(waiting.indexOf(next), 1)
    signal.throwIfAborted()
    if (next.at.getUTCFullYear() > clock.now().getUTCFullYear()) onYear(next.at.getUTCFullYear())
    if (next.at > clock.now()) await clock.set(next.at)
    await wait(next.chapter)
  }
}

/** A movement notifies people once it is linked. */
async function* links({ deps, firstYear, end }: Stage): Chapter {
  let links = 0
  for (let day = new Date(Date.UTC(firstYear, 1, 1)); day < end; day = daysAfter(day, linkEveryDays)) {
    yield day
    await linkPending(deps.sql)
    // Plans made for empty tables would read all rows.
    if (links++ % analyzeEvery === 1)
      await deps.sql`analyze asset, transaction, entry, block, balance, claim, measurement, verification, audit_event`
  }
}

async function* applications({ deps, end }: Stage): Chapter {
  yield daysAfter(end, -applicantsWaitDays)
  await apply(deps.sql, deps.config.TENANT_ID)
}

/** The sandbox's people have read all but the latest notices. */
async function* readNotices({ deps: { sql, config }, end }: Stage, usernames: Record<SandboxRole, string>): Chapter {
  const day = daysAfter(end, -unreadDays)
  yield day
  await sql`
    update notice set read_at = now()
    where tenant_id = ${config.TENANT_ID} and username = any (${Object.values(usernames)}::text[]) and read_at is null
      and created_at <= ${day}`
}

/** Lists of notices follow their sequence: those of the time after the story come after its own. */
async function putLater(sql: Sql, tenantId: string, end: Date): Promise<void> {
  await sql`
    with taken as (
      delete from notice where tenant_id = ${tenantId} and created_at > ${end} returning *
    )
    insert into notice (tenant_id, username, kind, facts, is_of_stranger, created_at, read_at, is_sorted, letter_id)
    select tenant_id, username, kind, facts, is_of_stranger, created_at, read_at, is_sorted, letter_id
    from taken order by sequence`
}
