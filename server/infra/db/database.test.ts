import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { connectDatabase, type Database, inTransaction, type Sql } from './database.ts'

async function aPool(max: number): Promise<{ sql: Database; admin: Database }> {
  const database = await aDatabase()
  const sql = connectDatabase(database.url, { max })
  closeAfterwards(database.drop)
  closeAfterwards(() => sql.end())
  return { sql, admin: database.sql }
}

const slow = (tx: Sql) => tx`select n, pg_sleep(0.002) from generate_series(1, 100) n`

function failingMidway(sql: Database, admin: Database): Record<string, () => Promise<unknown>> {
  const inOrder = (work: (tx: Sql) => Promise<unknown>) => () =>
    inTransaction(sql, async (tx) => {
      const [self] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
      const outcome = work(tx).catch((error: unknown) => error)
      await Promise.all([outcome, admin`select pg_cancel_backend(${self!.pid})`])
      if ((await outcome) instanceof Error) throw await outcome
    })
  return {
    'division by zero': async () => sql`select n, 1 / (3 - n) as quotient from generate_series(1, 5) n`,
    'time limit': () =>
      inTransaction(sql, async (tx) => {
        await tx`select set_config('statement_timeout', '5', true)`
        return slow(tx)
      }),
    cancelled: inOrder(async (tx) => slow(tx)),
    'cursor broken off': async () => {
      for await (const _ of sql`select generate_series(1, 500)`.cursor(10)) throw new Error('enough')
    },
    'cursor failing later': async () => {
      for await (const _ of sql`select 1 / (300 - n) from generate_series(1, 500) n`.cursor(50));
    },
    'copy out broken off': () =>
      sql.copyOut('copy (select generate_series(1, 100000)) to stdout', async (from) => {
        for await (const _ of from) throw new Error('enough')
      }),
    'copy in broken off': () =>
      sql.copyIn('copy sink from stdin', async (into) => {
        into.on('error', () => {})
        into.write('1\n')
        into.destroy(new Error('enough'))
        await finished(into)
      }),
    'copy in refused': () =>
      sql.copyIn('copy sink from stdin', (into) => pipeline(Readable.from(['1\n', 'no number\n']), into)),
  }
}

const readers = 32
const failuresOfEach = 100

test('a statement that fails midway never colours the next one on its connection', async () => {
  const { sql, admin } = await aPool(12)
  let isOver = false
  let compared = 0
  async function read(reader: number) {
    for (let first = 1; !isOver; first += 1) {
      const rows =
        await sql`select ${reader}::int as reader, n from generate_series(${first}::int, ${first + 4}::int) n`
      expect([...rows]).toEqual([0, 1, 2, 3, 4].map((more) => ({ reader, n: first + more })))
      compared += 1
    }
  }
  const reading = Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)))
  await sql`create table sink (n int)`
  const ways = Object.entries(failingMidway(sql, admin))
  const failed = new Map<string, number>()
  async function breakOff([way, fail]: (typeof ways)[number]) {
    for (let tried = 0; tried < failuresOfEach; tried += 1) {
      const isFailure = await fail().then(
        () => false,
        () => true,
      )
      if (isFailure) failed.set(way, (failed.get(way) ?? 0) + 1)
    }
  }
  await Promise.all(ways.map(breakOff)).finally(() => {
    isOver = true
  })
  await reading
  for (const [way] of ways) {
    // A cancel request may come too late.
    expect([way, failed.get(way)]).toEqual([way, way === 'cancelled' ? expect.any(Number) : failuresOfEach])
  }
  expect(compared).toBeGreaterThan(ways.length * failuresOfEach)
  expect(await sql`select from sink`).toHaveLength(0)
}, 60_000)

test('a transaction of which a statement failed is not taken for committed', async () => {
  const { sql } = await aPool(1)
  await sql`create table kept (n int)`
  const swallowed = sql.begin(async (tx) => {
    await tx`insert into kept values (1)`
    await tx`select 1 / 0`.catch(() => {})
  })
  await expect(swallowed).rejects.toThrow('nothing of it was kept')
  expect(await sql`select from kept`).toHaveLength(0)
})

test('notifications arrive again after their connection was cut', async () => {
  const { sql, admin } = await aPool(2)
  const waiting: (() => void)[] = []
  const next = () => new Promise<void>((resolve) => waiting.push(resolve))
  const ring = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  let listening = next()
  const unlisten = await sql.listen('bell', ring, ring)
  await listening
  listening = next()
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen "bell"'`
  await listening
  const notified = next()
  await admin`select pg_notify('bell', '')`
  await notified
  await unlisten()
})

test('values arrive as they are: whole numbers as bigint, days and times as Date, ranges and decimals as text', async () => {
  const { sql } = await aPool(1)
  const [row] = await sql`
    select 9007199254740993::int8 as "int8", '2026-11-22'::date as day, '2026-11-22T04:05:06.789Z'::timestamptz as time,
      array[1, 9007199254740993]::int8[] as "int8s", 1.10::numeric as decimal, array[1.10]::numeric[] as decimals,
      '[1,3)'::int8range as range, '{"a": [1]}'::jsonb as json, decode('00ff', 'hex') as bytes, array['a', null] as texts`
  expect(row).toEqual({
    int8: 9007199254740993n,
    day: new Date('2026-11-22'),
    time: new Date('2026-11-22T04:05:06.789Z'),
    int8s: [1n, 9007199254740993n],
    decimal: '1.10',
    decimals: ['1.10'],
    range: '[1,3)',
    json: { a: [1] },
    bytes: Buffer.from([0, 255]),
    texts: ['a', null],
  })
})

test('an absent value is refused before the query is sent', async () => {
  const { sql } = await aPool(1)
  const absent: { name?: string } = {}
  await expect(sql`select ${absent.name as string}`).rejects.toThrow('undefined')
})
