import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/infra/config.ts'
import { connectFiles } from '#server/infra/files/store.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { theWorld } from '#tests/kit/world.ts'
import { accountOf } from '../cast/seed.ts'
import { prepareSandbox, startStory } from '../sandbox.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
let dataDir: string
const storyMs = 600_000

const countOfProjects = async () => {
  const [row] = await database.sql<{ projects: number }[]>`select count(*)::int as projects from project`
  return row?.projects
}

const endOfStory = async () => database.sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and xact_start is not null`

/** Starts as a process would; `onYear` may end it. Returns whether the story was told. */
async function startOnce(onYear: () => void = () => {}) {
  const { deps } = await theWorld()
  const config = readConfig({ DATA_DIR: dataDir })
  const sandbox = await prepareSandbox(database.sql, config)
  const files = await connectFiles(config.STORAGE_URL, dataDir)
  const story = startStory(database.sql, { ...deps, config, files }, sandbox, onYear)
  return { sandbox, isTold: await story.done }
}

beforeAll(async () => {
  database = await aDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'registry-story-'))
  let killed: Promise<unknown> | null = null
  // A kill of the process ends its connections too.
  const first = await startOnce(() => {
    killed ??= endOfStory()
  })
  await killed
  expect(killed).not.toBeNull()
  expect(first).toMatchObject({ sandbox: { isNew: true, hasStory: true }, isTold: false })
  expect(await countOfProjects()).toBe(0)
  expect(await startOnce()).toMatchObject({ sandbox: { hasStory: true }, isTold: true })
}, storyMs)
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true })
})

test('a story that was told is not told again', async () => {
  expect(await prepareSandbox(database.sql, readConfig({ DATA_DIR: dataDir }))).toMatchObject({
    isNew: false,
    hasStory: false,
  })
})

test('the story has its projects, claims and endings', async () => {
  const [told] = await database.sql`
    select (select count(*)::int from project) as projects,
      (select count(*)::int from claim) as claims,
      (select array_agg(distinct status order by status) from project) as statuses,
      (select array_agg(distinct status order by status) from verification) as opinions,
      (select array_agg(distinct status order by status) from finding) as findings,
      (select count(*)::int from project where image_file_name is not null and area is not null) as drawn`
  expect(told).toEqual({
    projects: 40,
    claims: 200,
    statuses: ['active', 'approved', 'draft', 'pending', 'rejected', 'suspended', 'withdrawn'],
    opinions: ['findings open', 'in progress', 'verified'],
    findings: ['answered', 'closed', 'open'],
    drawn: 40,
  })
})

test('work waits for each person of the sandbox', async () => {
  const { sql } = database
  const waiting = await sql`
    select (select array_agg(distinct status order by status) from measurement
        where account_id = ${accountOf.measurer} and status not in ('submitted', 'accepted')) as measurements,
      (select array_agg(distinct status order by status) from verification
        where account_id = ${accountOf.verifier} and status <> 'verified') as verifications,
      (select array_agg(distinct f.status order by f.status) from finding f
        join verification v on v.id = f.verification_id where v.account_id = ${accountOf.verifier}) as findings`
  expect(waiting).toEqual([
    {
      measurements: ['changes requested', 'in progress'],
      verifications: ['findings open', 'in progress'],
      findings: ['answered', 'closed', 'open'],
    },
  ])
})

test('the ledger has no faults, every movement is in the hash chain, and none is confirmed yet', async () => {
  const { sql } = database
  expect(await sql`select * from ledger_faults('sample')`).toEqual([])
  expect(await sql`select * from ledger_strays('sample')`).toEqual([])
  const [counted] = await sql`
    select (select count(*)::int from unlinked()) as unlinked,
      (select count(*)::int from settlement where state <> 'recorded') as begun,
      (select count(*)::int from transaction) = (select count(*)::int from settlement) as waiting`
  expect(counted).toEqual({ unlinked: 0, begun: 0, waiting: true })
})

test('everything has the time of its act, over eight years, and nothing keeps the clock', async () => {
  const [times] = await database.sql`
    select count(distinct extract(year from claimed_at))::int as years, max(claimed_at) < now() as past,
      (select bool_and(t.occurred_at = o.claimed_at) from claim o join transaction t on t.id = o.transaction_id) as same,
      (select count(*)::int from pg_trigger where tgname = 'zz_story') as triggers,
      to_regnamespace('story') is null as "isDown",
      (select max(created_at) from account where status = 'active') < (select min(created_at) from project) as joined
    from claim c`
  expect(times).toEqual({ years: 8, past: true, same: true, triggers: 0, isDown: true, joined: true })
})

test('claims are numbered in the order of their days, before those that the sandbox made already', async () => {
  const [numbers] = await database.sql`
    select min(number)::int as first, max(number)::int as last, bool_and(number = place) as ordered,
      (select last_value::int from claim_number_seq) as taken
    from (select number, row_number() over (order by claimed_at, number) as place from claim) c`
  expect(numbers).toEqual({ first: 1, last: 200, ordered: true, taken: 200 })
})
