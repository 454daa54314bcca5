import { expect, test, vi } from 'vitest'
import { anEmptyDatabase } from '#tests/kit/database.ts'

test('a list is planned once, whatever its pages hold and however many rows there are', async () => {
  const { sql, url } = await anEmptyDatabase()
  await sql`create table thing (id text primary key, kind text not null, made_at int not null)`
  await sql`insert into thing select n::text, (n % 3)::text, n from generate_series(1, 20000) n`
  await sql`create index on thing (kind, made_at desc)`
  await sql.unsafe('analyze thing')
  // Without statements that other test files prepared.
  vi.resetModules()
  const [{ connectDatabase }, { pageOf }] = await Promise.all([import('./database.ts'), import('./pages.ts')])
  const one = connectDatabase(url, { max: 1 })
  const page = (limit: number) =>
    pageOf(
      { limit },
      {
        read: async (part) => ({
          rows: await one<{ id: string; sortValue: string; sortId: string }[]>`
            select id, id as "sortValue", id as "sortId" from thing where kind = ${String(limit % 3)} order by made_at desc limit ${part.limit}`,
          total: 0,
        }),
        itemOf: ({ id }) => id,
      },
    )
  for (let limit = 2; limit < 20; limit += 1) expect((await page(limit)).items).toHaveLength(limit)
  const plans = await one<{ custom: bigint; generic: bigint }[]>`
    select custom_plans as custom, generic_plans as generic from pg_prepared_statements where statement like '%by made_at%'
      and statement not like '%prepared%'`
  // PostgreSQL uses custom plans five times.
  expect(plans).toEqual([{ custom: 5n, generic: 13n }])
  await one.end()
})
